"""benchmarks/README.md: a benchmark replaces its own section and nothing else."""

import pytest

from benchmarks.page import PAGE, put


def test_a_section_is_replaced_and_the_rest_stays(tmp_path):
    page = tmp_path / "README.md"
    page.write_text("head\n<!-- a -->\nold\n<!-- end a -->\nmiddle\n<!-- b -->\nkept\n<!-- end b -->\ntail\n")
    put("a", "new \\1 | table\n", page)
    assert (
        page.read_text() == "head\n<!-- a -->\nnew \\1 | table\n<!-- end a -->\nmiddle\n<!-- b -->\nkept\n<!-- end b -->\ntail\n"
    )


def test_a_section_without_marks_is_refused(tmp_path):
    page = tmp_path / "README.md"
    page.write_text("no marks")
    with pytest.raises(ValueError, match="no section 'a', allowed: one between"):
        put("a", "text", page)
    assert page.read_text() == "no marks"


@pytest.mark.parametrize("section", ["peers", "scaling"])
def test_the_page_has_the_marks(section):
    assert PAGE.read_text(encoding="utf-8").count(f"<!-- {section} -->") == 1

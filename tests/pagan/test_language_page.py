"""The page of the card language: up to date, an example of each line, nothing left out."""

from __future__ import annotations

from pagan_env.pagan import dump, language_page
from pagan_env.pagan.ops import language
from pagan_env.pagan.program_files import MOMENTS_OF
from pagan_env.pagan.tables import MODIFIERS, MOMENTS

EXAMPLES = [example for group in language_page.GROUPS.values() for example in group]


def test_the_page_is_that_of_the_code():
    """Whoever changes the language runs `python -m pagan_env.pagan.dump` and commits the diff."""
    assert dump.LANGUAGE_PAGE.read_text("utf-8") == language_page.page()


def test_each_line_has_an_example_that_it_reads_and_writes():
    verbs = language().verbs
    assert len(EXAMPLES) == len(verbs)
    for verb, example in zip(verbs, EXAMPLES, strict=True):
        row = verb.read(example)
        assert row is not None, (verb.template, example)
        assert verb.misfit(row) is None
        assert language().disassemble(language().assemble([example], "x")) == [example]


def test_every_moment_and_modifier_is_told():
    page = language_page.page()
    assert {moment for own in MOMENTS_OF.values() for moment in own} == set(MOMENTS) == set(language_page.WHEN)
    assert all(f"| `{name}` |" in page for name in (*MOMENTS, *MODIFIERS))

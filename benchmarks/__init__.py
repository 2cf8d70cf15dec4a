"""One command, one table: each module measures something and says on what machine."""

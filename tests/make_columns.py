"""Writes docs/columns.md, which explains every column of rows and tables: `make api`."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from core.engine.capabilities import Portable, Told, class_capability
from core.engine.measures import ENGINE_MEASURES, Measures
from core.engine.registry import find_scene, scene_names
from core.lab.answer_rows import COLUMNS as INTERVIEW
from core.lab.records import GAME, RECORDS
from core.lab.rows import COLUMNS, NAMED_COLUMNS
from core.tables import Column, EventTable

OUT = Path(__file__).parents[1] / "docs" / "columns.md"
INTRO = """# Columns and metrics

This page explains every column of rows (`playbill run … --out`, experiments) and of tables (`playbill table WHAT`),
with types and units. It is generated from the code by `make api`. An empty cell means that there is no value.
"""


def page() -> str:
    parts = [
        INTRO,
        "## Rows: a line per game\n",
        *_columns({**COLUMNS, **NAMED_COLUMNS}),
        "\n`rows.jsonl` of an experiment holds `seats`, `options`, `scores`, `roles`, `answers`, `models` and `took` "
        "as objects, and `survey` as a list of [answers](#interviews).",
        "Metrics of the scene follow; the engine adds these:\n",
        *_measures(ENGINE_MEASURES),
        "\n## Tables that every scene has\n",
        f"Each has the columns {', '.join(f'`{name}` ({each.meaning})' for name, each in GAME.items())}, and:",
        *_tables(RECORDS),
        "\n## Interviews\n",
        "`playbill interview … -O FILE` writes a row per answer, also to the survey of an experiment.\n",
        *_columns(INTERVIEW),
    ]
    for name in sorted(scene_names()):
        scene = find_scene(name)
        parts += [f"\n## {name}\n", *_measures(class_capability(scene, Told).measures)]
        parts += _tables(class_capability(scene, Portable).tables)
    return "\n".join(parts) + "\n"


def _tables(tables: Mapping[str, EventTable]) -> Iterator[str]:
    for name, table in tables.items():
        yield f"\n**{name}**: a row is {table.about}.\n"
        yield from _columns(table.columns)


def _columns(columns: Mapping[str, Column]) -> Iterator[str]:
    yield "| column | type | meaning |\n|---|---|---|"
    for name, column in columns.items():
        yield f"| `{name}` | {column.kind.__name__} | {column.meaning} |"


def _measures(measures: Measures) -> Iterator[str]:
    yield "| metric | unit | range | meaning |\n|---|---|---|---|"
    for name, measure in measures.items():
        yield f"| `{name}` | {measure.unit} | {measure.range_text} | {measure.meaning} |"


if __name__ == "__main__":
    OUT.write_text(page(), "utf-8")

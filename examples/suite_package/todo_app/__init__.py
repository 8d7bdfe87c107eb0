"""To-do list: tasks with a date, a priority and a cost, in an app made by `record_kit`.

Its database is ``/data/data/org.example.todo/databases/todo.db`` with the table ``tasks``.
"""

from __future__ import annotations

import record_kit
from record_kit import Field, Order, Records, View

from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Column, Rows, Table
from bmoca_gym.handset.manifest import AppIcon
from bmoca_gym.handset.value import Value, value

PACKAGE = "org.example.todo"
DATABASE = f"/data/data/{PACKAGE}/databases/todo.db"

TASKS = Table(
    "tasks",
    (
        Column("title"),
        Column("notes", default=""),
        Column("due", "integer", null=True, unit="ms"),
        Column("remind", "integer", null=True, unit="minutes"),
        Column("priority", "integer", default=1),
        Column("cost", "integer", null=True, unit="hundredths"),
        Column("done", "integer", default=0),
    ),
)

TODO = Records(
    package=PACKAGE,
    catalogue="todo",
    list=f"{PACKAGE}.ListActivity",
    detail=f"{PACKAGE}.DetailActivity",
    editor=f"{PACKAGE}.EditActivity",
    table=TASKS,
    fields=(
        Field("title", "todo.title", required=True, glyph="edit"),
        Field("notes", "todo.notes", "lines", glyph="notes"),
        Field("due", "todo.due", "date", glyph="event"),
        Field("remind", "todo.remind", "time", glyph="access_time"),
        Field(
            "priority", "todo.priority", "choice", glyph="flag",
            choices=((0, "todo.low"), (1, "todo.normal"), (2, "todo.high")),
        ),
        Field("cost", "todo.cost", "number", glyph="attach_money", low=0, high=1_000_000),
        Field("done", "todo.done", "check", glyph="check"),
    ),
    title="title",
    summary=("due", "priority"),
    end="cost",
    check="done",
    searched=("title", "notes"),
    orders=(
        Order("todo.by_age", "_id"), Order("todo.title", "title"), Order("todo.due", "due"),
        Order("todo.priority", "priority", descending=True),
    ),
)  # fmt: skip


@value
class Todo(Value):
    """The app's state: the rows of its table, and the state of its screens."""

    rows: Rows = ()
    view: View = View()


APP = record_kit.app(
    TODO,
    icon=AppIcon("check_circle", 0xFF00897B),
    state=Todo,
    uid=10201,
    files=(tables.database(DATABASE, (("rows", TASKS),)),),
)

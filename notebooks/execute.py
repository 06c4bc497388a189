"""Executes notebooks cell by cell with the real Java kernel; ends with 1 at the first cell that fails."""

import pathlib
import sys

import nbclient
import nbformat

START_LIMIT_SECONDS = 120
CELL_LIMIT_SECONDS = 300


def printed(notebook):
    """What the last cell printed: the notebook's conclusion."""
    outputs = notebook.cells[-1].get("outputs", [])
    return "".join(o.get("text", "") for o in outputs if o.output_type == "stream").strip()


def execute(source, folder):
    notebook = nbformat.read(source, as_version=4)
    client = nbclient.NotebookClient(
        notebook,
        kernel_name="java",
        startup_timeout=START_LIMIT_SECONDS,
        timeout=CELL_LIMIT_SECONDS,
        resources={"metadata": {"path": str(source.parent)}},
    )
    try:
        with open(folder / "kernel.log", "w", encoding="utf-8") as log:
            client.execute(stderr=log)
    except nbclient.exceptions.CellExecutionError as failure:
        print(f"{source.name}: {failure.ename}: {failure.evalue}\n{failure}", file=sys.stderr)
        return False
    finally:
        nbformat.write(notebook, folder / source.name)
    print(f"{source.name}: {printed(notebook)}")
    return True


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:]:
        if not execute(pathlib.Path(name), folder):
            sys.exit(1)


main()

import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    import phasor

    return mo, phasor


@app.cell
def _(mo, phasor):
    figure = mo.ui.anywidget(phasor.Figure("rotation-angles", base=500_000))
    figure
    return (figure,)


@app.cell
def _(figure, mo):
    # This cell runs again whenever the reader moves the figure.
    mo.md(f"The query is at position **{figure.position}**.")
    return


if __name__ == "__main__":
    app.run()

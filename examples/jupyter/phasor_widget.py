"""A live figure in a notebook, with its state in Python.

    from phasor_widget import Phasor
    figure = Phasor(name="distance-heatmap", state={"dim": "128"})
    figure                    # shows it
    figure.state              # what the reader changed
    figure.state = {"base": "500000"}
"""

import os

import anywidget
import traitlets

# The script in the folder `embed` of the page; any static host can serve it.
SCRIPT = os.environ.get("PHASOR_SCRIPT", "https://your.host/phasor/embed/phasor.js")

ESM = """
async function render({ model, el }) {
  await import(model.get("script"));
  const figure = document.createElement("phasor-figure");
  const show = () => figure.setState(model.get("state"));
  figure.setAttribute("name", model.get("name"));
  figure.addEventListener("phasor-change", ({ detail }) => {
    if (JSON.stringify(detail) !== JSON.stringify(model.get("state"))) {
      model.set("state", detail);
      model.save_changes();
    }
  });
  model.on("change:state", show);
  show();
  el.append(figure);
  return () => model.off("change:state", show);
}
export default { render };
"""


class Phasor(anywidget.AnyWidget):
    """A `<phasor-figure>`. `state` has the parameters that differ from their defaults, by the names of the attributes."""

    _esm = ESM
    script = traitlets.Unicode(SCRIPT).tag(sync=True)
    name = traitlets.Unicode("sine-waves").tag(sync=True)
    state = traitlets.Dict().tag(sync=True)

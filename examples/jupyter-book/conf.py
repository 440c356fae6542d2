# Jupyter Book reads _config.yml instead. Plain Sphinx builds the same pages with these settings.
project = "Positions"
extensions = ["myst_nb", "sphinx_external_toc", "phasor.sphinx_ext"]
external_toc_path = "_toc.yml"
nb_execution_mode = "auto"
exclude_patterns = ["_build", "jupyter_execute", "site"]
html_theme = "alabaster"

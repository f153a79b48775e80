"""Configuration of the documentation site, built by `sphinx-build -W --keep-going docs build/docs`.

The site loads nothing from other servers.
"""

project = "Dog Club"
author = "Dog Club"
extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 4
exclude_patterns = ["at-the-table/rules/revisions", "*/??"]  # the app's help pages show the other languages
html_theme = "furo"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#00643c", "color-brand-content": "#00643c"},
    "dark_css_variables": {"color-brand-primary": "#62d49a", "color-brand-content": "#62d49a"},
}
html_title = "Dog Club"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
pygments_style = "default"
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

"""Charts as coordinates that templates draw as SVG: totals, forecasts, and dots with a moving average."""

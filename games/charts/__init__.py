"""Line charts as geometry, and the chart of a match's totals."""

"""Graphs of the main window. Imports numpy and pyqtgraph: load it with a window."""

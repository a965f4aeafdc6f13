"""Python code for checked texts."""

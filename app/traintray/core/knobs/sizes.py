"""How large the files of the knobs may become."""

from __future__ import annotations

ENV_FILE_BYTES = 10 << 20
"""Of the env file; also what a person picks for `--file`. A file with settings and
comments has kilobytes; beyond this it is a log or a table, and each look at it would
take seconds."""

JOURNAL_BYTES = 16 << 20
"""Of the undo journal. It holds names, values and the lines that were taken out, of
which one may be as long as the file, and a third longer in base64."""

ORIGINALS_BYTES = 4 * ENV_FILE_BYTES
"""Of all kept originals together: ten small files, or the last four of the largest.
Of a change whose original is gone, names and values are still taken back."""

from __future__ import annotations

import ignored_signals

ignored_signals.heed_in_children()

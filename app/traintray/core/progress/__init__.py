"""How fast a run goes, from what it already writes. One file per source."""

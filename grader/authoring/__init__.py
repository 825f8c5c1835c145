"""An author's work: begins lessons, releases what students receive."""

"""An author's work: begins lessons and known mistakes, releases what students receive."""

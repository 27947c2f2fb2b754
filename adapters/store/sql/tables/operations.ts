/** What operators look at: counts by day, and requests. */
export const OPERATIONS_TABLES = `
  CREATE TABLE statistics (
    series TEXT NOT NULL,
    day TEXT NOT NULL,
    name TEXT NOT NULL, -- JSON
    count INTEGER NOT NULL,
    PRIMARY KEY (series, day, name)
  ) STRICT, WITHOUT ROWID;
  -- Entries that were added lately: one that is sent again is not.
  CREATE TABLE statistics_entries (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE request_log (
    workspace_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    id TEXT NOT NULL,
    entry TEXT NOT NULL, -- JSON
    PRIMARY KEY (workspace_id, at_ms, id)
  ) STRICT, WITHOUT ROWID;
`

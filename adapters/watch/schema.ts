/** A table of every file of looks. */
export const WATCH_MARK = 'watched_items'

/** Tables of a file of looks. Times are in ms since 1970. */
export const WATCH_TABLES = `

  CREATE TABLE watched_items (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE, -- what is asked for; JSON
    name TEXT NOT NULL, -- what a person calls it: the query
    state TEXT NOT NULL, -- of its rules; JSON
    next_ms INTEGER NOT NULL, -- next regular look
    again_ms INTEGER -- second look at a value that is not confirmed; null: none
  ) STRICT;
  CREATE INDEX items_by_name ON watched_items (name);

  CREATE TABLE looks (
    item INTEGER NOT NULL REFERENCES watched_items (id),
    at_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL, -- seen, or the code of an error
    series INTEGER, -- looks of different series are not comparable; null: not seen
    place TEXT, -- that the page was for; null: unknown
    unseen TEXT NOT NULL, -- fields that the page could not give; JSON
    hash BLOB, -- of the record; null: not seen
    PRIMARY KEY (item, at_ms)
  ) STRICT, WITHOUT ROWID;

  -- A value holds until the next point of its field.
  CREATE TABLE points (
    item INTEGER NOT NULL REFERENCES watched_items (id),
    field TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    series INTEGER NOT NULL,
    value TEXT NOT NULL, -- JSON
    winner TEXT, -- selector; null: unknown, or no value
    PRIMARY KEY (item, field, at_ms)
  ) STRICT, WITHOUT ROWID;

  -- Whole records: the last of each item, and those at a change.
  CREATE TABLE watched_records (
    item INTEGER NOT NULL REFERENCES watched_items (id),
    at_ms INTEGER NOT NULL,
    is_change INTEGER NOT NULL,
    record BLOB NOT NULL, -- JSON, deflated
    PRIMARY KEY (item, at_ms)
  ) STRICT;

  CREATE TABLE events (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    event TEXT NOT NULL, -- JSON
    is_printed INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0, -- of the command that gets it
    is_done INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX events_open ON events (place) WHERE NOT is_done;

  CREATE TABLE watch_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

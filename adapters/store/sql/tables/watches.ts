/** Times are in ms since 1970. Rows refer to a watch by its row_id. */
export const WATCH_TABLES = `
  CREATE TABLE watches (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    key_id TEXT NOT NULL REFERENCES keys (id),
    mode TEXT NOT NULL, -- of the key
    endpoint TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    item_count INTEGER NOT NULL,
    terms TEXT NOT NULL, -- JSON
    control TEXT NOT NULL, -- JSON
    revision INTEGER NOT NULL DEFAULT 0,
    next_run_ms INTEGER, -- when it is claimed next; null: it is paused, or was removed
    batch_id TEXT, -- of the run in progress
    looks INTEGER NOT NULL DEFAULT 0,
    seen INTEGER NOT NULL DEFAULT 0,
    credits INTEGER NOT NULL DEFAULT 0,
    last_look_ms INTEGER,
    sealed_secret TEXT NOT NULL,
    webhook_url TEXT,
    redelivered_at_ms INTEGER, -- when it was last asked to deliver again
    forgotten_at_ms INTEGER NOT NULL, -- when its old rows were last removed
    is_removed INTEGER NOT NULL DEFAULT 0, -- 1: its rows are being removed
    stored_bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX watches_due ON watches (next_run_ms) WHERE next_run_ms IS NOT NULL;
  CREATE INDEX watches_of_workspace ON watches (workspace_id, mode, created_at_ms);
  CREATE INDEX watches_to_forget ON watches (forgotten_at_ms);
  CREATE INDEX watches_removed ON watches (is_removed) WHERE is_removed = 1;

  CREATE TABLE watch_items (
    watch INTEGER NOT NULL REFERENCES watches (row_id),
    item INTEGER NOT NULL, -- from 0
    input TEXT NOT NULL, -- JSON
    due_ms INTEGER NOT NULL,
    state BLOB, -- of its rules: JSON, deflated if it is long; null: no look yet
    PRIMARY KEY (watch, item)
  ) STRICT;
  CREATE INDEX watch_items_due ON watch_items (watch, due_ms);

  CREATE TABLE watch_looks (
    watch INTEGER NOT NULL REFERENCES watches (row_id),
    item INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    look TEXT NOT NULL, -- JSON
    PRIMARY KEY (watch, item, at_ms)
  ) STRICT, WITHOUT ROWID;

  -- A value holds until the next point of its field.
  CREATE TABLE watch_points (
    watch INTEGER NOT NULL REFERENCES watches (row_id),
    item INTEGER NOT NULL,
    field TEXT NOT NULL,
    at_ms INTEGER NOT NULL, -- of the look
    point TEXT NOT NULL, -- JSON
    PRIMARY KEY (watch, item, field, at_ms)
  ) STRICT, WITHOUT ROWID;

  -- Whole records: the last of each item, and those at a change.
  CREATE TABLE watch_records (
    watch INTEGER NOT NULL REFERENCES watches (row_id),
    item INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    is_change INTEGER NOT NULL,
    record BLOB NOT NULL, -- JSON, deflated if it is long
    PRIMARY KEY (watch, item, at_ms)
  ) STRICT;

  -- Those that are sent have a row in the outbox.
  CREATE TABLE watch_events (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    watch INTEGER NOT NULL REFERENCES watches (row_id),
    at_ms INTEGER NOT NULL,
    entry TEXT NOT NULL, -- JSON
    webhook_url TEXT -- null: it is not sent
  ) STRICT;
  CREATE INDEX watch_events_of_watch ON watch_events (watch, row_id);

  -- Drift at the last looks of all watches, by record and marketplace.
  CREATE TABLE watch_drift (
    name TEXT PRIMARY KEY,
    tallies TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
`

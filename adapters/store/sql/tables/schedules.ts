/** Times are in ms since 1970. */
export const SCHEDULE_TABLES = `
  CREATE TABLE schedules (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    mode TEXT NOT NULL, -- of the key
    endpoint TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    item_count INTEGER NOT NULL,
    inputs TEXT NOT NULL, -- JSON
    terms TEXT NOT NULL, -- JSON
    revision INTEGER NOT NULL DEFAULT 0,
    paused TEXT, -- caller or key; null: it runs
    next_run_ms INTEGER, -- null: it is paused
    batch_id TEXT, -- of the last run
    problem TEXT, -- why the last run could not begin
    sealed_secret TEXT NOT NULL,
    webhook_url TEXT,
    stored_bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX schedules_due ON schedules (next_run_ms) WHERE next_run_ms IS NOT NULL;
  CREATE INDEX schedules_of_workspace ON schedules (workspace_id, mode, created_at_ms);
`

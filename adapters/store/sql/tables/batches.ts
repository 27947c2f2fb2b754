export const BATCH_TABLES = `
  CREATE TABLE batches (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    mode TEXT NOT NULL, -- of the key
    endpoint TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    sealed_secret TEXT NOT NULL,
    webhook_url TEXT,
    metadata TEXT, -- JSON; null: none
    deliver TEXT, -- JSON: where its results are written; null: nowhere
    schedule_id TEXT, -- the batch is a run of this schedule; null: it is not
    watch_id TEXT, -- the batch is a run of this watch; null: a caller created it
    status TEXT NOT NULL,
    total_count INTEGER NOT NULL,
    processed_count INTEGER NOT NULL DEFAULT 0,
    success_count INTEGER NOT NULL DEFAULT 0,
    failure_count INTEGER NOT NULL DEFAULT 0,
    credits_charged INTEGER NOT NULL DEFAULT 0,
    started_at_ms INTEGER,
    completed_at_ms INTEGER,
    claimed_count INTEGER NOT NULL DEFAULT 0, -- items are claimed in their order
    turn INTEGER, -- rank among those of its workspace that have items nobody has claimed; null: it has none
    redelivered_at_ms INTEGER, -- when it was last asked to deliver again
    has_results INTEGER NOT NULL DEFAULT 1,
    stored_bytes INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX batches_open ON batches (created_at_ms) WHERE completed_at_ms IS NULL;
  CREATE INDEX batches_pending ON batches (workspace_id, mode) WHERE completed_at_ms IS NULL;
  CREATE INDEX batches_by_turn ON batches (mode, workspace_id, turn) WHERE turn IS NOT NULL;
  CREATE INDEX batches_of_workspace ON batches (workspace_id, mode, created_at_ms);
  CREATE INDEX batches_of_schedule ON batches (schedule_id, created_at_ms) WHERE schedule_id IS NOT NULL;
  CREATE INDEX batches_ended ON batches (completed_at_ms) WHERE completed_at_ms IS NOT NULL AND has_results = 1;
  CREATE INDEX batches_without_results ON batches (completed_at_ms) WHERE has_results = 0;

  -- Items that have no result yet.
  CREATE TABLE items (
    batch INTEGER NOT NULL,
    position INTEGER NOT NULL,
    input TEXT NOT NULL, -- JSON
    until_ms INTEGER, -- end of the claim's lease
    deaths INTEGER NOT NULL DEFAULT 0, -- times that work began and did not end
    PRIMARY KEY (batch, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_claimed ON items (until_ms) WHERE until_ms IS NOT NULL;

  CREATE TABLE results (
    batch INTEGER NOT NULL,
    sequence INTEGER NOT NULL, -- order of completion, from 0
    item INTEGER NOT NULL,
    body BLOB NOT NULL, -- JSON, deflated if it is long
    PRIMARY KEY (batch, sequence),
    UNIQUE (batch, item)
  ) STRICT;

  -- References of the items of a batch.
  CREATE TABLE batch_references (
    batch INTEGER NOT NULL,
    reference TEXT NOT NULL,
    PRIMARY KEY (batch, reference)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batches_by_reference ON batch_references (reference, batch);

  -- Keys for buckets.
  CREATE TABLE bucket_keys (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE, -- of the batch, or of the schedule
    workspace_id TEXT NOT NULL,
    sealed_secret TEXT NOT NULL -- JSON, sealed
  ) STRICT;

  -- Workspaces with waiting batches. Those of a workspace have turns of their own.
  CREATE TABLE lanes (
    mode TEXT NOT NULL, -- of the keys of the batches
    workspace_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (mode, workspace_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lanes_by_turn ON lanes (mode, turn);

  CREATE TABLE runs (
    mode TEXT PRIMARY KEY, -- of the keys of the dealt items
    at_ms INTEGER NOT NULL, -- time of the last run
    was_empty INTEGER NOT NULL -- 1: it found no items
  ) STRICT, WITHOUT ROWID;
`

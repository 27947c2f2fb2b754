export const OUTBOX_TABLES = `
  -- All that is sent, until its attempts have ended: results of batches, their webhooks, events of watches and workspaces, and alerts.
  CREATE TABLE outbox (
    type TEXT NOT NULL, -- bucket, batch, watch, event or alert
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL, -- empty: an alert to operators
    origin TEXT NOT NULL, -- of the receiver; empty: its owner knows it
    body TEXT NOT NULL, -- JSON; empty: it is made for each attempt
    added_at_ms INTEGER NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, -- that have ended
    due_at_ms INTEGER, -- when the next attempt is due; null: none is
    until_ms INTEGER NOT NULL DEFAULT 0, -- lease of the attempt in progress
    last_error TEXT,
    sent_at_ms INTEGER,
    PRIMARY KEY (type, id)
  ) STRICT;
  CREATE INDEX outbox_due ON outbox (type, due_at_ms) WHERE due_at_ms IS NOT NULL;
  CREATE INDEX outbox_of_workspace ON outbox (workspace_id, type);
  CREATE INDEX outbox_by_age ON outbox (type, added_at_ms);

  -- Attempts at webhooks of batches that have ended, the newest of each.
  CREATE TABLE attempts (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch_id TEXT NOT NULL,
    attempt INTEGER NOT NULL, -- from 1; a redelivery begins again
    started_at_ms INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status INTEGER, -- HTTP; null: no answer
    error TEXT -- null: it succeeded
  ) STRICT;
  CREATE INDEX attempts_of_batch ON attempts (batch_id, row_id);
`

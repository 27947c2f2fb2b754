/** Steps of the schema up to version 0.2.0. They are never changed, comments included: SQLite keeps their text. */
export const RELEASED_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE workspaces (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    pay_as_you_go INTEGER NOT NULL,
    overrides TEXT NOT NULL, -- JSON
    created_at_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE keys (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    kind TEXT NOT NULL,
    prefix TEXT NOT NULL UNIQUE,
    hash BLOB NOT NULL,
    name TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    revoked_at_ms INTEGER
  ) STRICT;
  CREATE INDEX keys_of_workspace ON keys (workspace_id, revoked_at_ms);

  -- One row a charge. Rows are never changed.
  CREATE TABLE ledger (
    place INTEGER PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    charge_id TEXT NOT NULL,
    key_id TEXT NOT NULL REFERENCES keys (id),
    kind TEXT NOT NULL,
    credits INTEGER NOT NULL CHECK (credits >= 0),
    at_ms INTEGER NOT NULL,
    UNIQUE (workspace_id, charge_id)
  ) STRICT;

  -- Sum of the ledger.
  CREATE TABLE usage (
    workspace_id TEXT NOT NULL,
    day TEXT NOT NULL, -- UTC, YYYY-MM-DD
    key_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    charges INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, day, key_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER ledger_counts AFTER INSERT ON ledger BEGIN
    INSERT INTO usage (workspace_id, day, key_id, kind, charges, credits)
    VALUES (new.workspace_id, date(new.at_ms / 1000, 'unixepoch'), new.key_id, new.kind, 1, new.credits)
    ON CONFLICT DO UPDATE SET charges = charges + 1, credits = credits + excluded.credits;
  END;
  CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is append only');
  END;
  CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is append only');
  END;
  `,
  `
  CREATE TABLE batches (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    key_id TEXT NOT NULL REFERENCES keys (id),
    kind TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    sealed_secret TEXT NOT NULL,
    webhook_url TEXT,
    status TEXT NOT NULL,
    total_count INTEGER NOT NULL,
    processed_count INTEGER NOT NULL DEFAULT 0,
    success_count INTEGER NOT NULL DEFAULT 0,
    failure_count INTEGER NOT NULL DEFAULT 0,
    credits_charged INTEGER NOT NULL DEFAULT 0,
    started_at_ms INTEGER,
    completed_at_ms INTEGER,
    claimed_count INTEGER NOT NULL DEFAULT 0, -- items are claimed in their order
    turn INTEGER, -- place in the queue of those that have items nobody has claimed
    delivery_status TEXT,
    delivery_attempts INTEGER NOT NULL DEFAULT 0,
    delivery_at_ms INTEGER, -- when the next attempt is due
    delivery_until_ms INTEGER NOT NULL DEFAULT 0, -- lease of whoever makes it
    delivery_error TEXT,
    delivered_at_ms INTEGER,
    has_results INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX batches_waiting ON batches (turn) WHERE turn IS NOT NULL;
  CREATE INDEX batches_open ON batches (created_at_ms) WHERE completed_at_ms IS NULL;
  CREATE INDEX batches_ended ON batches (completed_at_ms) WHERE completed_at_ms IS NOT NULL AND has_results;
  CREATE INDEX batches_due ON batches (delivery_at_ms) WHERE delivery_at_ms IS NOT NULL;

  -- Items that have no result yet.
  CREATE TABLE items (
    batch INTEGER NOT NULL REFERENCES batches (place),
    place INTEGER NOT NULL,
    input TEXT NOT NULL, -- JSON
    until_ms INTEGER, -- lease of whoever claimed it
    PRIMARY KEY (batch, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_claimed ON items (until_ms) WHERE until_ms IS NOT NULL;

  CREATE TABLE results (
    batch INTEGER NOT NULL REFERENCES batches (place),
    sequence INTEGER NOT NULL, -- order of completion, from 0
    item INTEGER NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (batch, sequence),
    UNIQUE (batch, item)
  ) STRICT;

  -- The last tick whose run was claimed.
  CREATE TABLE ticks (tick INTEGER PRIMARY KEY) STRICT;

  CREATE TABLE idempotency (
    workspace_id TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    used_at_ms INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, key)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Charges whose answer has not been sent. When the file is opened, their process is dead.
  CREATE TABLE unanswered (charge INTEGER PRIMARY KEY REFERENCES ledger (place)) STRICT;

  -- Charges that do not count, because their answer was not sent.
  CREATE TABLE voids (charge INTEGER PRIMARY KEY REFERENCES ledger (place)) STRICT;
  CREATE TRIGGER void_lowers_usage AFTER INSERT ON voids BEGIN
    UPDATE usage SET charges = usage.charges - 1, credits = usage.credits - ledger.credits
    FROM ledger WHERE ledger.place = new.charge AND usage.workspace_id = ledger.workspace_id
      AND usage.day = date(ledger.at_ms / 1000, 'unixepoch')
      AND usage.key_id = ledger.key_id AND usage.kind = ledger.kind;
  END;
  CREATE TRIGGER void_that_ends_raises_usage AFTER DELETE ON voids BEGIN
    UPDATE usage SET charges = usage.charges + 1, credits = usage.credits + ledger.credits
    FROM ledger WHERE ledger.place = old.charge AND usage.workspace_id = ledger.workspace_id
      AND usage.day = date(ledger.at_ms / 1000, 'unixepoch')
      AND usage.key_id = ledger.key_id AND usage.kind = ledger.kind;
  END;

  -- Idempotency keys of paid requests.
  CREATE TABLE request_keys (
    workspace_id TEXT NOT NULL,
    name TEXT NOT NULL, -- kind of the caller's key, and the idempotency key
    digest TEXT NOT NULL,
    charge_id TEXT NOT NULL,
    replays INTEGER NOT NULL DEFAULT 0,
    claimed_at_ms INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX request_keys_by_age ON request_keys (claimed_at_ms);
  `,
  `
  ALTER TABLE batches ADD COLUMN webhook_origin TEXT; -- null: no webhook, or created before this step
  ALTER TABLE batches ADD COLUMN redelivered_at_ms INTEGER; -- when it was last asked to deliver again
  ALTER TABLE batches ADD COLUMN stored_bytes INTEGER NOT NULL DEFAULT 0; -- inputs and results
  ALTER TABLE results ADD COLUMN deflated BLOB; -- the JSON in the format of zlib, and json is empty; null: json has it

  -- Sum of batches.stored_bytes.
  CREATE TABLE storage (
    workspace_id TEXT NOT NULL,
    kind TEXT NOT NULL, -- of the keys of the batches
    bytes INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER batches_stored AFTER INSERT ON batches BEGIN
    INSERT INTO storage (workspace_id, kind, bytes) VALUES (new.workspace_id, new.kind, new.stored_bytes)
    ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER batches_store_more AFTER UPDATE OF stored_bytes ON batches BEGIN
    INSERT INTO storage (workspace_id, kind, bytes) VALUES (new.workspace_id, new.kind, new.stored_bytes - old.stored_bytes)
    ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER batches_store_less AFTER DELETE ON batches BEGIN
    UPDATE storage SET bytes = bytes - old.stored_bytes WHERE workspace_id = old.workspace_id AND kind = old.kind;
  END;
  UPDATE batches SET stored_bytes =
    (SELECT coalesce(sum(octet_length(input)), 0) FROM items WHERE batch = batches.place) +
    (SELECT coalesce(sum(octet_length(json)), 0) FROM results WHERE batch = batches.place);
  `,
  `
  DROP TABLE ticks;
  CREATE TABLE runs (
    kind TEXT PRIMARY KEY, -- of the keys of the dealt items
    at_ms INTEGER NOT NULL -- time of the last run
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batches_pending ON batches (workspace_id, kind) WHERE completed_at_ms IS NULL;
  ALTER TABLE items ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0; -- times that work began and did not end
  `,
  `
  -- Ranges of IP addresses, a list as JSON.
  ALTER TABLE keys ADD COLUMN allowed_addresses TEXT NOT NULL DEFAULT '[]';
  `,
  `
  CREATE INDEX batches_of_workspace ON batches (workspace_id, kind);

  -- Attempts at webhooks that have ended, the newest of each batch.
  CREATE TABLE attempts (
    place INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES batches (place) ON DELETE CASCADE,
    attempt INTEGER NOT NULL, -- from 1; a redelivery begins again
    started_at_ms INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status INTEGER, -- HTTP; null: no answer
    error TEXT -- null: it succeeded
  ) STRICT;
  CREATE INDEX attempts_of_batch ON attempts (batch, place);

  ALTER TABLE keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '["retrieve","batch","read"]'; -- a list as JSON
  ALTER TABLE keys ADD COLUMN expires_at_ms INTEGER; -- null: never
  ALTER TABLE keys ADD COLUMN last_used_at_ms INTEGER; -- null: not used yet
  `,
  `
  -- Charges of closed months that count, moved here from the ledger some hundreds at a time.
  CREATE TABLE closed_charges (
    first INTEGER PRIMARY KEY, -- first and last place that the rows had in the ledger
    last INTEGER NOT NULL,
    month TEXT NOT NULL, -- UTC, YYYY-MM
    rows BLOB NOT NULL -- [place, charge] each, as JSON in the format of zlib
  ) STRICT;
  CREATE INDEX closed_charges_of_month ON closed_charges (month);

  -- A charge leaves the ledger when it is in closed_charges, and takes its void along.
  DROP TRIGGER ledger_keeps_rows;
  CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is append only') WHERE NOT EXISTS (
      SELECT 1 FROM closed_charges WHERE old.place BETWEEN first AND last AND first > old.place - 500
        AND month = strftime('%Y-%m', old.at_ms / 1000, 'unixepoch'));
  END;
  CREATE TRIGGER ledger_drops_void AFTER DELETE ON ledger BEGIN
    DELETE FROM voids WHERE charge = old.place;
  END;

  CREATE INDEX batches_without_results ON batches (completed_at_ms) WHERE NOT has_results;
  `,
  `
  -- Counts of operators by UTC day.
  CREATE TABLE statistics (
    series TEXT NOT NULL,
    day TEXT NOT NULL,
    name TEXT NOT NULL, -- a list as JSON
    count INTEGER NOT NULL,
    PRIMARY KEY (series, day, name)
  ) STRICT, WITHOUT ROWID;
  `,
]

export const LEDGER_TABLES = `
  -- Processes that use the store, and when each was last known to be alive.
  CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    seen_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- One row a charge. Rows are never changed.
  CREATE TABLE ledger (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id TEXT NOT NULL,
    charge_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    record TEXT NOT NULL,
    credits INTEGER NOT NULL CHECK (credits >= 0),
    at_ms INTEGER NOT NULL,
    UNIQUE (workspace_id, charge_id)
  ) STRICT;

  -- Charges of closed months that count, moved here from the ledger some hundreds at a time.
  CREATE TABLE closed_charges (
    first INTEGER PRIMARY KEY, -- first and last row_id that the rows had in the ledger
    last INTEGER NOT NULL,
    month TEXT NOT NULL, -- UTC, YYYY-MM
    rows BLOB NOT NULL -- charges with their row_id, as JSON in the format of zlib
  ) STRICT;
  CREATE INDEX closed_charges_of_month ON closed_charges (month);

  -- Charges that do not count, because their answer was not sent.
  CREATE TABLE voids (charge INTEGER PRIMARY KEY) STRICT; -- row_id in the ledger

  -- Charges whose answer has not been sent yet.
  CREATE TABLE unanswered (
    workspace_id TEXT NOT NULL,
    charge_id TEXT NOT NULL,
    charge INTEGER NOT NULL, -- row_id in the ledger
    reservation_id TEXT NOT NULL, -- of the request that was charged
    process TEXT NOT NULL, -- that will send the answer
    PRIMARY KEY (workspace_id, charge_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX unanswered_of_process ON unanswered (process);
  CREATE INDEX unanswered_charges ON unanswered (charge);

  -- Sum of the ledger.
  CREATE TABLE usage (
    workspace_id TEXT NOT NULL,
    day TEXT NOT NULL, -- UTC, YYYY-MM-DD
    key_id TEXT NOT NULL,
    record TEXT NOT NULL,
    charges INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, day, key_id, record)
  ) STRICT, WITHOUT ROWID;

  -- Sum of the usage.
  CREATE TABLE accounts (
    workspace_id TEXT NOT NULL,
    month TEXT NOT NULL, -- UTC, YYYY-MM
    used_credits INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, month)
  ) STRICT, WITHOUT ROWID;

  -- Credits set aside for what is in flight.
  CREATE TABLE reservations (
    workspace_id TEXT NOT NULL,
    month TEXT NOT NULL, -- UTC, YYYY-MM
    id TEXT NOT NULL,
    credits INTEGER NOT NULL,
    process TEXT NOT NULL, -- that works on it
    PRIMARY KEY (workspace_id, month, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservations_of_process ON reservations (process);

  -- Sums of the ledger by the references of items.
  CREATE TABLE reference_usage (
    workspace_id TEXT NOT NULL,
    day TEXT NOT NULL, -- UTC, YYYY-MM-DD
    reference TEXT NOT NULL,
    record TEXT NOT NULL,
    charges INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, day, reference, record)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reference_usage_by_day ON reference_usage (day);

  -- Idempotency keys of paid requests, and their answers.
  CREATE TABLE request_keys (
    workspace_id TEXT NOT NULL,
    name TEXT NOT NULL, -- mode of the caller's key, and the idempotency key
    mode TEXT NOT NULL,
    digest TEXT NOT NULL,
    charge_id TEXT NOT NULL,
    replays INTEGER NOT NULL DEFAULT 0,
    claimed_at_ms INTEGER NOT NULL,
    is_paid INTEGER NOT NULL DEFAULT 0, -- 1: known to have a charge; 0: none, or nobody looked
    process TEXT, -- that works on a request with it; null: none does
    form TEXT, -- of the answer
    answer BLOB, -- null: none is stored
    PRIMARY KEY (workspace_id, name)
  ) STRICT;
  CREATE INDEX request_keys_by_age ON request_keys (claimed_at_ms);
  CREATE INDEX request_keys_unpaid ON request_keys (workspace_id, mode, claimed_at_ms) WHERE is_paid = 0;
  CREATE INDEX request_keys_of_process ON request_keys (process) WHERE process IS NOT NULL;

  -- Idempotency keys that have created a batch or a watch.
  CREATE TABLE creation_keys (
    workspace_id TEXT NOT NULL,
    name TEXT NOT NULL, -- mode of the caller's key, and the idempotency key
    body_hash TEXT NOT NULL,
    created_id TEXT NOT NULL,
    used_at_ms INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX creation_keys_by_age ON creation_keys (used_at_ms);
`

/** A safety of the database, and no rule: both have triggers, in languages of their own. */
export const LEDGER_GUARDS = {
  sqlite: `
  CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is append only');
  END;
  -- A charge leaves the ledger when it is in closed_charges.
  CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is append only') WHERE NOT EXISTS (
      SELECT 1 FROM closed_charges WHERE old.row_id BETWEEN first AND last AND first > old.row_id - 500
        AND month = strftime('%Y-%m', old.at_ms / 1000, 'unixepoch'));
  END;`,
  postgres: `
  CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
      SELECT 1 FROM closed_charges WHERE old.row_id BETWEEN first AND last AND first > old.row_id - 500
        AND month = to_char(to_timestamp(old.at_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')) THEN
      RETURN old;
    END IF;
    RAISE EXCEPTION 'the ledger is append only';
  END $$;
  CREATE TRIGGER ledger_keeps BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION keep_ledger();`,
}

/**
 * Steps that bring a file to the present schema; `user_version` counts those
 * that were taken. A step that was released is never changed.
 */
export const MIGRATIONS: readonly string[] = [
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
]

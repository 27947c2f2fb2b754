export const WORKSPACE_TABLES = `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE workspaces (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    pay_as_you_go INTEGER NOT NULL,
    spending_cap INTEGER, -- credits of a month; null: none
    overrides TEXT NOT NULL, -- JSON
    events_url TEXT,
    events_secret TEXT, -- sealed
    created_at_ms INTEGER NOT NULL,
    erased_at_ms INTEGER -- null: it was not erased
  ) STRICT;

  CREATE TABLE keys (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    mode TEXT NOT NULL,
    prefix TEXT NOT NULL UNIQUE,
    hash BLOB NOT NULL,
    pepper BLOB NOT NULL, -- hash of the pepper that the key is hashed with
    name TEXT NOT NULL,
    allowed_addresses TEXT NOT NULL, -- JSON
    scopes TEXT NOT NULL, -- JSON
    created_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER, -- null: never
    last_used_at_ms INTEGER, -- null: not used yet
    revoked_at_ms INTEGER
  ) STRICT;
  CREATE INDEX keys_of_workspace ON keys (workspace_id, revoked_at_ms);
`

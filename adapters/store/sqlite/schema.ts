import { RELEASED_MIGRATIONS } from './released-schema.ts'
import { WATCH_MIGRATION } from './watch-schema.ts'

/**
 * Steps that migrate a file to the current schema. `user_version` counts the steps that a file
 * has taken. A released step is never changed, comments included: SQLite keeps its text.
 */
export const MIGRATIONS: readonly string[] = [
  ...RELEASED_MIGRATIONS,
  `
  ALTER TABLE request_keys ADD COLUMN mode TEXT NOT NULL DEFAULT ''; -- kind of the caller's key; empty: claimed before this step
  ALTER TABLE request_keys ADD COLUMN is_paid INTEGER NOT NULL DEFAULT 0; -- 1: known to have a charge; 0: none, or nobody looked
  CREATE INDEX request_keys_unpaid ON request_keys (workspace_id, mode, claimed_at_ms) WHERE NOT is_paid;

  -- A batch counts what its record takes, for as long as it is kept.
  UPDATE batches SET stored_bytes = stored_bytes + iif(webhook_url IS NULL, 1000, 6000);
  `,
  `
  -- Commands of operators. Rows are never changed; those before the place in the setting audit_first were too old.
  CREATE TABLE audit (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    at_ms INTEGER NOT NULL,
    workspace_id TEXT,
    entry TEXT NOT NULL -- JSON
  ) STRICT;
  CREATE TABLE audit_outcomes (
    id TEXT PRIMARY KEY REFERENCES audit (id) ON DELETE CASCADE,
    workspace_id TEXT,
    outcome TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER audit_keeps_values BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END;
  CREATE TRIGGER audit_keeps_outcomes BEFORE UPDATE ON audit_outcomes BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END;
  CREATE TRIGGER audit_keeps_rows BEFORE DELETE ON audit BEGIN
    SELECT RAISE(ABORT, 'the audit log is append only')
    WHERE old.place >= coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'audit_first'), 0);
  END;
  CREATE TRIGGER audit_keeps_ends BEFORE DELETE ON audit_outcomes BEGIN
    SELECT RAISE(ABORT, 'the audit log is append only') WHERE EXISTS (SELECT 1 FROM audit WHERE id = old.id);
  END;

  ALTER TABLE workspaces ADD COLUMN erased_at_ms INTEGER; -- null: it was not erased
  ALTER TABLE keys ADD COLUMN pepper BLOB; -- hash of the pepper that the key is hashed with
  UPDATE keys SET pepper = (SELECT value FROM settings WHERE name = 'pepper_check');
  `,
  `
  ALTER TABLE workspaces ADD COLUMN spending_cap INTEGER; -- credits of a month; null: none
  `,
  `
  -- Answers to paid requests with an idempotency key. They count as stored bytes.
  CREATE TABLE answers (
    place INTEGER PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    name TEXT NOT NULL, -- of its row in request_keys
    kind TEXT NOT NULL, -- of the caller's key
    form TEXT NOT NULL,
    answer BLOB NOT NULL,
    UNIQUE (workspace_id, name)
  ) STRICT;
  CREATE TRIGGER answers_stored AFTER INSERT ON answers BEGIN
    INSERT INTO storage (workspace_id, kind, bytes) VALUES (new.workspace_id, new.kind, length(new.answer))
    ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER answers_store_less AFTER DELETE ON answers BEGIN
    UPDATE storage SET bytes = bytes - length(old.answer) WHERE workspace_id = old.workspace_id AND kind = old.kind;
  END;
  CREATE TRIGGER request_keys_drop_answer AFTER DELETE ON request_keys BEGIN
    DELETE FROM answers WHERE workspace_id = old.workspace_id AND name = old.name;
  END;
  `,
  `
  ALTER TABLE runs ADD COLUMN was_empty INTEGER NOT NULL DEFAULT 0; -- 1: the run found no items
  DROP INDEX batches_waiting;
  CREATE INDEX batches_waiting ON batches (kind, turn) WHERE turn IS NOT NULL;
  `,
  `
  ALTER TABLE batches ADD COLUMN metadata TEXT; -- JSON; null: none
  DROP INDEX batches_of_workspace;
  CREATE INDEX batches_of_workspace ON batches (workspace_id, kind, created_at_ms);
  `,
  `
  -- Workspaces with waiting batches. Those of a workspace have turns of their own.
  CREATE TABLE lanes (
    kind TEXT NOT NULL, -- of the keys of the batches
    workspace_id TEXT NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (kind, workspace_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lanes_by_turn ON lanes (kind, turn);
  CREATE INDEX batches_by_turn ON batches (kind, workspace_id, turn) WHERE turn IS NOT NULL;
  INSERT INTO lanes (kind, workspace_id, turn)
    SELECT kind, workspace_id, min(turn) FROM batches WHERE turn IS NOT NULL GROUP BY kind, workspace_id;
  `,
  `
  -- References of the items of a batch. Batches that were created before have none here.
  CREATE TABLE batch_references (
    batch INTEGER NOT NULL REFERENCES batches (place) ON DELETE CASCADE,
    reference TEXT NOT NULL,
    PRIMARY KEY (batch, reference)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batches_by_reference ON batch_references (reference, batch);
  `,
  `
  -- Sums of the ledger by the references of items. Charges that were written before are not in it.
  CREATE TABLE reference_usage (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    day TEXT NOT NULL, -- UTC, YYYY-MM-DD
    reference TEXT NOT NULL,
    kind TEXT NOT NULL, -- of the record
    charges INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, day, reference, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reference_usage_by_day ON reference_usage (day);
  `,
  `
  ALTER TABLE workspaces ADD COLUMN events_url TEXT;
  ALTER TABLE workspaces ADD COLUMN events_secret TEXT; -- sealed
  -- Events of workspaces. Ended ones are remembered, so that they are not added again.
  CREATE TABLE events (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    body TEXT NOT NULL, -- JSON
    added_at_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, -- that have ended
    due_at_ms INTEGER, -- next attempt, or end of the lease of the one in progress; NULL: none follows
    last_error TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX events_due ON events (due_at_ms) WHERE due_at_ms IS NOT NULL;
  CREATE INDEX events_of_workspace ON events (workspace_id);
  `,
  `
  -- Requests of the last days, for operators.
  CREATE TABLE request_log (
    workspace_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    id TEXT NOT NULL,
    entry TEXT NOT NULL, -- JSON
    PRIMARY KEY (workspace_id, at_ms, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE operators (
    name TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0 -- sessions that began with another are over
  ) STRICT, WITHOUT ROWID;
  `,
  WATCH_MIGRATION,
  `
  -- People of customers.
  CREATE TABLE members (
    name TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    password_hash TEXT, -- NULL: none was chosen
    link_hash TEXT, -- NULL: there is no link
    link_expires_at_ms INTEGER,
    created_at_ms INTEGER NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0 -- sessions that began with another are over
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX members_of_workspace ON members (workspace_id);
  `,
  `
  -- Sessions of operators and members. They end with a new generation of the person, and with the person.
  CREATE TABLE person_sessions (
    hash TEXT PRIMARY KEY, -- of the secret id
    door TEXT NOT NULL,
    person TEXT, -- NULL: who has the token of the administration
    generation INTEGER NOT NULL, -- of the person, when it began
    address TEXT,
    started_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER NOT NULL,
    ends_at_ms INTEGER NOT NULL -- unless it is used
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX person_sessions_of_person ON person_sessions (door, person, ends_at_ms);
  CREATE INDEX person_sessions_by_end ON person_sessions (ends_at_ms);
  CREATE TRIGGER operators_end_sessions AFTER UPDATE OF generation ON operators WHEN old.generation <> new.generation BEGIN
    DELETE FROM person_sessions WHERE door = 'dashboard' AND person = old.name;
  END;
  CREATE TRIGGER operators_take_sessions AFTER DELETE ON operators BEGIN
    DELETE FROM person_sessions WHERE door = 'dashboard' AND person = old.name;
  END;
  CREATE TRIGGER members_end_sessions AFTER UPDATE OF generation ON members WHEN old.generation <> new.generation BEGIN
    DELETE FROM person_sessions WHERE door = 'account' AND person = old.name;
  END;
  CREATE TRIGGER members_take_sessions AFTER DELETE ON members BEGIN
    DELETE FROM person_sessions WHERE door = 'account' AND person = old.name;
  END;
  `,
  `
  -- Alerts to operators. Ended ones are remembered, so that they are not added again.
  CREATE TABLE alerts (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL, -- JSON
    added_at_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, -- that have ended
    due_at_ms INTEGER, -- next attempt, or end of the lease of the one in progress; NULL: none follows
    last_error TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX alerts_due ON alerts (due_at_ms) WHERE due_at_ms IS NOT NULL;
  `,
]

export const SCHEMA = MIGRATIONS.length

/** Tables of a file. */
export interface FileSchema {
  /** Steps that migrate a file to the current schema. `user_version` counts those that a file has taken. */
  readonly migrations: readonly string[]
  /** A table of every version of the schema. */
  readonly firstTable: string
}

/** Tables of the store. */
export const STORE_SCHEMA: FileSchema = { migrations: MIGRATIONS, firstTable: 'workspaces' }

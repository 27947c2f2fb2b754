export const AUDIT_TABLES = `
  -- Commands of operators. Rows are never changed; those before the row_id in the setting audit_first were too old.
  CREATE TABLE audit (
    row_id INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    at_ms INTEGER NOT NULL,
    workspace_id TEXT,
    entry TEXT NOT NULL, -- JSON
    writer TEXT NOT NULL -- call that has written it
  ) STRICT;
  CREATE TABLE audit_outcomes (
    id TEXT PRIMARY KEY REFERENCES audit (id) ON DELETE CASCADE,
    workspace_id TEXT,
    outcome TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
`

/** Name of the setting with the row_id of the first entry that is kept. */
export const AUDIT_FIRST = 'audit_first'

const MESSAGE = 'the audit log is append only'

/** What no program can do to the log, by driver: the database refuses it. */
export const AUDIT_GUARDS = {
  sqlite: `
  CREATE TRIGGER audit_keeps_values BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END;
  CREATE TRIGGER audit_keeps_outcomes BEFORE UPDATE ON audit_outcomes BEGIN SELECT RAISE(ABORT, '${MESSAGE}'); END;
  CREATE TRIGGER audit_keeps_rows BEFORE DELETE ON audit BEGIN
    SELECT RAISE(ABORT, '${MESSAGE}')
    WHERE old.row_id >= coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = '${AUDIT_FIRST}'), 0);
  END;
  CREATE TRIGGER audit_keeps_ends BEFORE DELETE ON audit_outcomes BEGIN
    SELECT RAISE(ABORT, '${MESSAGE}') WHERE EXISTS (SELECT 1 FROM audit WHERE id = old.id);
  END;
`,
  postgres: `
  CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit' THEN
      IF old.row_id < coalesce((SELECT CAST(convert_from(value, 'UTF8') AS BIGINT) FROM settings WHERE name = '${AUDIT_FIRST}'), 0) THEN
        RETURN old;
      END IF;
    ELSIF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM audit WHERE id = old.id) THEN
      RETURN old;
    END IF;
    RAISE EXCEPTION '${MESSAGE}';
  END $$;
  CREATE TRIGGER audit_keeps_rows BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
  CREATE TRIGGER audit_keeps_ends BEFORE UPDATE OR DELETE ON audit_outcomes FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
  CREATE FUNCTION refuse_audit_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '${MESSAGE}';
  END $$;
  CREATE TRIGGER audit_keeps_all BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_truncate();
  CREATE TRIGGER audit_outcomes_keeps_all BEFORE TRUNCATE ON audit_outcomes FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_truncate();
`,
} as const

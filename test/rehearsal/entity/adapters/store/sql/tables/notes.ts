export const NOTE_TABLES = `
  CREATE TABLE notes (
    workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
    text TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`

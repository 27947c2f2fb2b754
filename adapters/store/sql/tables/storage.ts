export const STORAGE_TABLES = `
  -- Bytes that batches, watches and answers of a workspace take.
  CREATE TABLE storage (
    workspace_id TEXT NOT NULL,
    mode TEXT NOT NULL, -- of the keys
    bytes INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, mode)
  ) STRICT, WITHOUT ROWID;
`

export const PEOPLE_TABLES = `
  -- People who sign in with a name: operators at the door 'dashboard', members of workspaces at the door 'account'.
  CREATE TABLE people (
    door TEXT NOT NULL,
    name TEXT NOT NULL,
    id TEXT NOT NULL UNIQUE,
    role TEXT, -- of an operator; NULL: a member
    workspace_id TEXT REFERENCES workspaces (id), -- of a member; NULL: an operator
    password_hash TEXT, -- NULL: none was chosen
    link_hash TEXT, -- NULL: there is no link
    link_expires_at_ms INTEGER,
    created_at_ms INTEGER NOT NULL,
    generation INTEGER NOT NULL, -- sessions that began with another are over
    PRIMARY KEY (door, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_of_workspace ON people (workspace_id);

  -- They end with a new generation of the person, and with the person.
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
`

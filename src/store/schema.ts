// The database's versions: each entry takes it from its index to the next. Entries are only ever added.

export const MIGRATIONS: readonly string[] = [
  `
  -- What the memory files said when they were last read, so that a sync parses only what changed. The files are the truth.
  CREATE TABLE catalogue (
    file TEXT PRIMARY KEY,
    mtime REAL NOT NULL,
    size INTEGER NOT NULL,
    -- JSON of the parsed memory, or of the problem that it has
    parsed TEXT NOT NULL,
    -- JSON of its weighted terms; of this version of the tokeniser
    terms TEXT NOT NULL,
    tokeniser INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- Folded in from the session logs, which are read whole again when they have grown.
  CREATE TABLE session (
    log TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    root TEXT NOT NULL,
    session TEXT NOT NULL,
    agent TEXT,
    size INTEGER NOT NULL,
    last REAL NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE delivery (
    log TEXT NOT NULL REFERENCES session (log) ON DELETE CASCADE,
    id TEXT NOT NULL,
    hash TEXT NOT NULL,
    whole INTEGER NOT NULL,
    at REAL NOT NULL
  );
  CREATE INDEX delivery_log ON delivery (log);
  CREATE INDEX delivery_id ON delivery (id);
  CREATE TABLE reset (
    log TEXT NOT NULL REFERENCES session (log) ON DELETE CASCADE,
    why TEXT NOT NULL,
    at REAL NOT NULL
  );
  CREATE INDEX reset_log ON reset (log);
  `,
  `
  -- One row a compaction, folded in with its session, which knows host, project and agent.
  CREATE TABLE compaction_events (
    log TEXT NOT NULL REFERENCES session (log) ON DELETE CASCADE,
    -- the name of the system's user
    user TEXT NOT NULL,
    -- the same but where a host goes on under another id
    old_session TEXT NOT NULL,
    new_session TEXT NOT NULL,
    -- manual or auto; NULL where the host did not say
    reason TEXT,
    -- NULL: it is a text of the conversation, and those are kept by capture alone, which does not exist yet
    summary TEXT,
    at REAL NOT NULL
  );
  CREATE INDEX compaction_events_log ON compaction_events (log);
  -- Logs that were folded already are read once more, for the compactions in them.
  UPDATE session SET size = -1;
  `,
  `
  -- Each time somebody said that a memory was of use, or none. Its importance stands in its file.
  CREATE TABLE recall_useful (
    id TEXT NOT NULL,
    file TEXT NOT NULL,
    useful INTEGER NOT NULL,
    at REAL NOT NULL
  );
  CREATE INDEX recall_useful_id ON recall_useful (id);
  `,
];

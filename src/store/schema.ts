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
  -- Memory writes that wait for a yes, and what became of them (src/capture/proposals.ts).
  CREATE TABLE proposal (
    -- AUTOINCREMENT: a number that a person has read never means another one
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    created REAL NOT NULL,
    status TEXT NOT NULL,
    action TEXT NOT NULL,
    -- id, file, text, what stood there before and the reasons are '' and NULL where nobody wanted them kept: rejected, expired
    memory TEXT NOT NULL,
    file TEXT NOT NULL,
    text TEXT NOT NULL,
    before TEXT,
    why TEXT NOT NULL,
    -- the vault that it is for: its folder, whose it is, and the work tree that it must not lead out of
    vault TEXT NOT NULL,
    folder TEXT NOT NULL,
    within TEXT,
    root TEXT NOT NULL,
    importance REAL NOT NULL,
    origin TEXT NOT NULL,
    dream INTEGER NOT NULL,
    -- the turn that it comes from, by its hash, with the session for people; NULL where somebody proposed it by hand
    turn TEXT,
    session TEXT,
    sequence INTEGER,
    -- of what is proposed, so that it is proposed once
    hash TEXT NOT NULL,
    -- what approving it wrote: the file, the SHA-256 of its bytes, and whether it made the vault's folder; NULL where nothing
    wrote TEXT,
    wrote_hash TEXT,
    wrote_folder INTEGER
  );
  CREATE INDEX proposal_status ON proposal (status, root);
  CREATE INDEX proposal_hash ON proposal (hash);
  CREATE INDEX proposal_turn ON proposal (turn);
  -- One row a decision, kept for good: no text of a memory.
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at REAL NOT NULL,
    -- the name of the system's user
    who TEXT NOT NULL,
    -- proposed, written (staging is off), edited, approved, rejected, reverted, undone or expired
    what TEXT NOT NULL,
    proposal INTEGER NOT NULL,
    action TEXT NOT NULL,
    root TEXT NOT NULL,
    dream INTEGER NOT NULL,
    -- SHA-256 of the file as it was to be written
    hash TEXT NOT NULL
  );
  CREATE INDEX audit_at ON audit (at);
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

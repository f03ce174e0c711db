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
  `
  -- Capture: what hooks have spooled of turns. Texts are redacted, and gone once memories have been proposed from them.
  CREATE TABLE capture_session (
    -- of host, root and session
    key TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    root TEXT NOT NULL,
    session TEXT NOT NULL,
    -- the last that was given to a turn or a boundary
    sequence INTEGER NOT NULL,
    -- turns between two boundaries, counted from 1
    segment INTEGER NOT NULL,
    -- when its conversation ended; NULL while it goes on
    ended REAL,
    last REAL NOT NULL
  ) WITHOUT ROWID;
  -- The lines of the spool that were taken in.
  CREATE TABLE capture_line (id TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
  -- Of turns that have not ended: prompts and results of tools, as JSON.
  CREATE TABLE capture_piece (
    -- AUTOINCREMENT: the number of one that is gone never tells another turn
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL REFERENCES capture_session (key) ON DELETE CASCADE,
    -- the host's id of the turn, where it tells
    turn TEXT,
    body TEXT NOT NULL,
    at REAL NOT NULL
  );
  CREATE INDEX capture_piece_key ON capture_piece (key);
  CREATE TABLE capture_turn (
    key TEXT NOT NULL REFERENCES capture_session (key) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    -- by which an event that comes again is known
    mark TEXT NOT NULL,
    at REAL NOT NULL,
    -- no end of it was heard
    interrupted INTEGER NOT NULL,
    -- waiting, done, or lost
    state TEXT NOT NULL,
    -- JSON of prompt, answer and tools; NULL once it has been made use of, or is lost
    body TEXT,
    size INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    -- when the present try began; NULL between tries
    begun REAL,
    -- not to be tried before
    due REAL NOT NULL DEFAULT 0,
    -- why the last try failed: an error's kind and code
    fault TEXT,
    PRIMARY KEY (key, sequence),
    UNIQUE (key, mark)
  ) WITHOUT ROWID;
  CREATE INDEX capture_turn_state ON capture_turn (state, due);
  CREATE TABLE capture_boundary (
    key TEXT NOT NULL REFERENCES capture_session (key) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    -- compact, end or turn
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (key, sequence)
  ) WITHOUT ROWID;
  -- What went without having been made use of; never its text.
  CREATE TABLE capture_loss (
    id TEXT PRIMARY KEY,
    -- old, full or spool
    why TEXT NOT NULL,
    at REAL NOT NULL,
    -- milliseconds and bytes
    age REAL NOT NULL,
    size INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- What happened to sessions, without whose they were.
  CREATE TABLE event (kind TEXT NOT NULL, host TEXT NOT NULL, reason TEXT NOT NULL, at REAL NOT NULL);
  -- What is worth keeping of sessions and is no memory.
  CREATE TABLE episode (
    id INTEGER PRIMARY KEY,
    -- session_summary, turn, dream_skill or diff_gap
    kind TEXT NOT NULL,
    host TEXT NOT NULL,
    root TEXT NOT NULL,
    session TEXT NOT NULL,
    text TEXT NOT NULL,
    importance REAL NOT NULL,
    at REAL NOT NULL,
    -- by which the same one is known
    mark TEXT NOT NULL UNIQUE
  );
  CREATE INDEX episode_root ON episode (root, at);
  `,
  `
  -- How often a configured model was asked to read turns (extract.command, extract.endpoint), by UTC day.
  CREATE TABLE model_calls (
    day TEXT PRIMARY KEY,
    calls INTEGER NOT NULL,
    failed INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
];

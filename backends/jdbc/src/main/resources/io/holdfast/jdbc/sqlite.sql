-- A row for each lock that is in use, or was within the last hour. It is what a transaction locks, and an exclusive holder stands in it.
-- Times are microseconds since 1970 by the database's clock. Names and notes are UTF-8.
CREATE TABLE IF NOT EXISTS holdfast_lock (
    name         blob         PRIMARY KEY,
    kind         text          NOT NULL,
    capacity     integer      NOT NULL,
    next_token   integer       NOT NULL,
    owner        text         NOT NULL,
    client       text         NOT NULL,
    first_token  integer       NOT NULL,
    last_token   integer       NOT NULL,
    since        integer       NOT NULL,
    valid_until  integer       NOT NULL,
    kept_until   integer       NOT NULL,
    note         blob         NOT NULL,
    queued       integer      NOT NULL,
    marked_until integer       NOT NULL
) WITHOUT ROWID;

-- A row for each claim that waits, and for each reader and each holder of permits.
CREATE TABLE IF NOT EXISTS holdfast_claim (
    owner        text         PRIMARY KEY,
    name         blob         NOT NULL,
    ticket       integer       NOT NULL,
    units        integer      NOT NULL,
    granted      integer      NOT NULL,
    client       text         NOT NULL,
    listens      integer      NOT NULL,
    first_token  integer       NOT NULL,
    since        integer       NOT NULL,
    seen         integer       NOT NULL,
    valid_until  integer       NOT NULL,
    kept_until   integer       NOT NULL,
    lease        integer       NOT NULL,
    grant_lease  integer       NOT NULL,
    lock_delay   integer       NOT NULL,
    block        integer      NOT NULL,
    note         blob         NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS holdfast_claim_place ON holdfast_claim (name, ticket);

-- Owner ids that are used up, until no late request can come any more.
CREATE TABLE IF NOT EXISTS holdfast_gone (
    owner        text         PRIMARY KEY,
    until_time   integer       NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holdfast_gone_until ON holdfast_gone (until_time);

-- Who the clients are, for those who ask who holds a lock.
CREATE TABLE IF NOT EXISTS holdfast_client (
    id           text         PRIMARY KEY,
    application  blob         NOT NULL,
    host         blob         NOT NULL,
    pid          integer       NOT NULL,
    started      integer       NOT NULL,
    seen         integer       NOT NULL
) WITHOUT ROWID;

-- When somebody last looked for what nobody asks for any more.
CREATE TABLE IF NOT EXISTS holdfast_sweep (
    id           integer      PRIMARY KEY,
    swept        integer       NOT NULL
) WITHOUT ROWID;
INSERT INTO holdfast_sweep (id, swept) VALUES (1, 0) ON CONFLICT (id) DO NOTHING;

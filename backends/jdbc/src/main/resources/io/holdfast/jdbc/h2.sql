-- A row for each lock that is in use, or was within the last hour. It is what a transaction locks, and an exclusive holder stands in it.
-- Times are microseconds since 1970 by the database's clock. Names and notes are UTF-8.
CREATE TABLE IF NOT EXISTS holdfast_lock (
    name         varbinary(512) PRIMARY KEY,
    kind         varchar(16)   NOT NULL,
    capacity     integer      NOT NULL,
    next_token   bigint       NOT NULL,
    owner        varchar(64)  NOT NULL,
    client       varchar(64)  NOT NULL,
    first_token  bigint       NOT NULL,
    last_token   bigint       NOT NULL,
    since        bigint       NOT NULL,
    valid_until  bigint       NOT NULL,
    kept_until   bigint       NOT NULL,
    note         varbinary(4096) NOT NULL,
    queued       smallint     NOT NULL,
    marked_until bigint       NOT NULL
);

-- A row for each claim that waits, and for each reader and each holder of permits.
CREATE TABLE IF NOT EXISTS holdfast_claim (
    owner        varchar(64)  PRIMARY KEY,
    name         varbinary(512) NOT NULL,
    ticket       bigint       NOT NULL,
    units        integer      NOT NULL,
    granted      smallint     NOT NULL,
    client       varchar(64)  NOT NULL,
    listens      smallint     NOT NULL,
    first_token  bigint       NOT NULL,
    since        bigint       NOT NULL,
    seen         bigint       NOT NULL,
    valid_until  bigint       NOT NULL,
    kept_until   bigint       NOT NULL,
    lease        bigint       NOT NULL,
    grant_lease  bigint       NOT NULL,
    lock_delay   bigint       NOT NULL,
    block        integer      NOT NULL,
    note         varbinary(4096) NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS holdfast_claim_place ON holdfast_claim (name, ticket);

-- Owner ids that are used up, until no late request can come any more.
CREATE TABLE IF NOT EXISTS holdfast_gone (
    owner        varchar(64)  PRIMARY KEY,
    until_time   bigint       NOT NULL
);
CREATE INDEX IF NOT EXISTS holdfast_gone_until ON holdfast_gone (until_time);

-- Who the clients are, for those who ask who holds a lock.
CREATE TABLE IF NOT EXISTS holdfast_client (
    id           varchar(64)  PRIMARY KEY,
    application  varbinary(1024) NOT NULL,
    host         varbinary(1024) NOT NULL,
    pid          bigint       NOT NULL,
    started      bigint       NOT NULL,
    seen         bigint       NOT NULL
);

-- When somebody last looked for what nobody asks for any more.
CREATE TABLE IF NOT EXISTS holdfast_sweep (
    id           smallint     PRIMARY KEY,
    swept        bigint       NOT NULL
);
MERGE INTO holdfast_sweep USING (VALUES (1)) AS n(id) ON holdfast_sweep.id = n.id
    WHEN NOT MATCHED THEN INSERT (id, swept) VALUES (1, 0);

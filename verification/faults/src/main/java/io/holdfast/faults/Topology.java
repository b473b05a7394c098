package io.holdfast.faults;

/** What keeps the locks, and how its parts stand together. */
enum Topology {
    /** One Redis server. */
    SINGLE("single"),

    /** A Redis master, two replicas and three Sentinels. */
    SENTINEL("sentinel"),

    /** Three Redis masters with a replica each. */
    CLUSTER("cluster"),

    /** Five Redis masters that know nothing of each other. */
    REDLOCK("redlock"),

    /** One PostgreSQL server. */
    POSTGRES("postgres"),

    /** A PostgreSQL server, and a replica that takes its place. */
    FAILOVER("postgres-failover"),

    /** A PgBouncer before a PostgreSQL server, which lends a connection for each transaction. */
    PGBOUNCER("pgbouncer"),

    /** One MariaDB server. */
    MARIADB("mariadb"),

    /** A file that clients on one machine share. */
    SQLITE("sqlite"),

    /** One ZooKeeper server. */
    ZOOKEEPER("zookeeper"),

    /** Three ZooKeeper servers, of which one leads. */
    ENSEMBLE("zookeeper-ensemble"),

    /** One etcd server. */
    ETCD("etcd"),

    /** Three etcd servers, of which one leads. */
    ETCD_CLUSTER("etcd-cluster");

    private final String title;

    Topology(String title) {
        this.title = title;
    }

    /** {@return one of it, up and running} */
    Site open(Tools tools) {
        return switch (this) {
            case SINGLE -> RedisSite.single(tools);
            case SENTINEL -> RedisSite.sentinel(tools);
            case CLUSTER -> RedisSite.cluster(tools);
            case REDLOCK -> RedisSite.redlock(tools);
            case POSTGRES -> SqlServerSite.postgres(tools);
            case FAILOVER -> new PostgresPairSite();
            case PGBOUNCER -> SqlServerSite.pgBouncer();
            case MARIADB -> SqlServerSite.mariaDb();
            case SQLITE -> new SqliteSite(tools.directory());
            case ZOOKEEPER -> ZooKeeperSite.single(tools);
            case ENSEMBLE -> ZooKeeperSite.ensemble(tools);
            case ETCD -> EtcdSite.single(tools);
            case ETCD_CLUSTER -> EtcdSite.cluster(tools);
        };
    }

    @Override
    public String toString() {
        return title;
    }
}

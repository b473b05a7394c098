package io.holdfast.benchmarks.workloads;

import io.holdfast.benchmarks.measure.Meter;
import io.holdfast.benchmarks.rivals.Contender;
import java.util.function.Predicate;

/**
 * Something to be good at.
 *
 * @param name short, for the command line
 * @param title for people
 * @param place where it is played
 * @param pace how often
 * @param quick whether it is also part of a quick run
 * @param who whether a contender takes part
 * @param entrance how a contender goes in
 */
public record Workload(
        String name, String title, Place place, Pace pace, boolean quick, Predicate<Contender> who, Entrance entrance) {

    /** Which servers. A store that is added is a place here, and a stage. */
    public enum Place {
        /** This JVM alone. */
        MEMORY("in memory", "memory-", "in memory, "),
        /** One file. */
        SQLITE("SQLite", "sqlite-", "SQLite, "),
        /** One Redis. */
        REDIS("Redis", "", ""),
        /** Three masters, with one replica each. */
        REDIS_CLUSTER("Redis Cluster", "redis-cluster-", "Redis Cluster, "),
        /** Five of them. */
        REDLOCK("Redis, five servers", "redlock-", "five servers, "),
        /** One PostgreSQL. */
        POSTGRES("PostgreSQL", "postgres-", "PostgreSQL, "),
        /** One MariaDB. */
        MARIADB("MariaDB", "mariadb-", "MariaDB, "),
        /** One ZooKeeper. */
        ZOOKEEPER("ZooKeeper", "zookeeper-", "ZooKeeper, "),
        /** Three of them. */
        ZOOKEEPER_ENSEMBLE("ZooKeeper, three servers", "zookeeper-ensemble-", "three ZooKeepers, "),
        /** One etcd. */
        ETCD("etcd", "etcd-", "etcd, "),
        /** Three of them. */
        ETCD_CLUSTER("etcd, three servers", "etcd-cluster-", "three etcds, ");

        private final String store;
        private final String prefix;
        private final String title;

        Place(String store, String prefix, String title) {
            this.store = store;
            this.prefix = prefix;
            this.title = title;
        }

        /** {@return what it is called beside other stores} */
        public String store() {
            return store;
        }

        /** {@return a workload that compares this store with others} */
        Workload beside(String name, String title, Predicate<Contender> who, Entrance entrance) {
            return new Workload(prefix + name, store + ", " + title, this, Pace.IN_TURNS, true, who, entrance);
        }

        /** {@return a workload here, which is part of a quick run} */
        Workload workload(String name, String title, Predicate<Contender> who, Entrance entrance) {
            return new Workload(prefix + name, this.title + title, this, Pace.IN_TURNS, true, who, entrance);
        }
    }

    /** How often each contender has its turn. */
    public enum Pace {
        /** Once in each round, after rounds to warm up, with clients that stay connected. */
        IN_TURNS(Integer.MAX_VALUE),
        /** Once in each of a few rounds, with new clients each time, since there are too many to keep those of all. */
        REOPENED(2),
        /** Once, alone, because it takes long or others would be in the way. */
        ONCE(1);

        private final int mostRounds;

        Pace(int mostRounds) {
            this.mostRounds = mostRounds;
        }

        /** {@return how many rounds there are at most, whatever the plan} */
        public int mostRounds() {
            return mostRounds;
        }
    }

    /** How a contender goes in. */
    public interface Entrance {

        /**
         * {@return a contender, connected and ready}
         *
         * @param contender who
         * @param meter of its servers
         */
        Entry enter(Contender contender, Meter meter);
    }

    /** {@return a workload that is left out of a quick run} */
    Workload slow() {
        return new Workload(name, title, place, pace, false, who, entrance);
    }

    /** {@return a workload with another pace} */
    Workload at(Pace other) {
        return new Workload(name, title, place, other, quick, who, entrance);
    }
}

package io.holdfast.faults;

import io.holdfast.redis.HastyQuorum;
import io.holdfast.servers.IndependentMasters;
import io.holdfast.servers.RedisCluster;
import io.holdfast.servers.RedisDeployment;
import io.holdfast.servers.RedisOptions;
import io.holdfast.servers.RedisServer;
import io.holdfast.servers.SentinelGroup;

/** How servers stand together. */
enum Topology {
    /** One server. */
    SINGLE("single") {
        @Override
        RedisDeployment start(RedisOptions options) {
            return RedisServer.start(options);
        }

        @Override
        void heal(RedisDeployment servers) {
            RedisServer server = (RedisServer) servers;
            if (!server.isRunning()) {
                server.start();
            } else if (!server.isAnswering()) {
                server.resume();
            }
            server.command("CONFIG", "SET", "maxclients", "10000");
            server.command("CONFIG", "SET", "maxmemory", "0");
            server.command("CONFIG", "SET", "appendonly", "no");
        }
    },

    /** A master, two replicas and three Sentinels. */
    SENTINEL("sentinel") {
        @Override
        RedisDeployment start(RedisOptions options) {
            return SentinelGroup.start(options);
        }

        @Override
        void heal(RedisDeployment servers) {
            ((SentinelGroup) servers).heal();
        }
    },

    /** Three masters with a replica each. */
    CLUSTER("cluster") {
        @Override
        RedisDeployment start(RedisOptions options) {
            return RedisCluster.start(options);
        }

        @Override
        void heal(RedisDeployment servers) {
            ((RedisCluster) servers).heal();
        }
    },

    /** Five masters that know nothing of each other. */
    REDLOCK("redlock") {
        @Override
        RedisDeployment start(RedisOptions options) {
            return IndependentMasters.start(options, 5);
        }

        @Override
        void heal(RedisDeployment servers) {
            IndependentMasters masters = (IndependentMasters) servers;
            masters.heal();
            masters.awaitUptime(HastyQuorum.QUARANTINE.plusSeconds(1));
        }
    };

    private final String title;

    Topology(String title) {
        this.title = title;
    }

    abstract RedisDeployment start(RedisOptions options);

    /** Makes all well again, whatever was done to it. */
    abstract void heal(RedisDeployment servers);

    @Override
    public String toString() {
        return title;
    }
}

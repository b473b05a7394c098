package io.holdfast.benchmarks.report;

import io.etcd.jetcd.Client;
import io.lettuce.core.LettuceVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where and with what it was measured.
 *
 * @param machine its processors and system
 * @param versions of all that took part
 * @param plan how often and how long
 * @param date when, in UTC
 */
public record Setting(String machine, String versions, String plan, String date) {

    private static final Pattern JAR = Pattern.compile("-([0-9][^/]*)\\.jar$");

    /**
     * {@return this machine, today}
     *
     * @param servers what it was measured on
     * @param plan how often and how long
     */
    public static Setting here(Collection<String> servers, String plan) {
        String versions = String.join(", ", servers)
                + ", Holdfast " + version("io.holdfast", "holdfast-core")
                + ", Redisson " + version("org.redisson", "redisson")
                + ", Spring Integration " + ofPackage("org.springframework.integration.redis.util.RedisLockRegistry")
                + " and " + ofPackage("org.springframework.integration.jdbc.lock.JdbcLockRegistry") + " (JDBC)"
                + ", ShedLock " + version("net.javacrumbs.shedlock", "shedlock-core")
                + ", Lettuce " + LettuceVersion.getVersion()
                + ", Jedis " + version("redis.clients", "jedis")
                + ", HikariCP " + version("com.zaxxer", "HikariCP")
                + ", Curator " + version("org.apache.curator", "curator-recipes")
                + ", jetcd " + ofFile(Client.class);
        return of(versions, plan);
    }

    /**
     * {@return this machine, today, without rivals}
     *
     * @param servers what it was measured on
     * @param plan how often and how long
     */
    public static Setting alone(Collection<String> servers, String plan) {
        return of(String.join(", ", servers) + ", Holdfast " + version("io.holdfast", "holdfast-core"), plan);
    }

    private static Setting of(String versions, String plan) {
        String machine = Runtime.getRuntime().availableProcessors() + " processors (" + processor() + "), "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", Java "
                + System.getProperty("java.version");
        return new Setting(
                machine, versions, plan, LocalDate.now(ZoneOffset.UTC).toString());
    }

    /** {@return all of it, a line for each} */
    public String text() {
        return String.join("\n", machine, versions, plan + ", " + date);
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String version(String group, String artifact) {
        String resource = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
        try (@Nullable InputStream in = Setting.class.getResourceAsStream(resource)) {
            if (in == null) {
                return "(unknown)";
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "(unknown)");
        } catch (IOException e) {
            return "(unknown)";
        }
    }

    /** {@return what stands in the name of its file, where nothing in it says more} */
    private static String ofFile(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        Matcher matcher = JAR.matcher(source == null ? "" : source.getLocation().getPath());
        return matcher.find() ? matcher.group(1) : "(unknown)";
    }

    private static String ofPackage(String type) {
        try {
            String version = Class.forName(type).getPackage().getImplementationVersion();
            return version == null ? "(unknown)" : version;
        } catch (ClassNotFoundException e) {
            return "(unknown)";
        }
    }
}

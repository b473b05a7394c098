package io.holdfast.jdbc;

import io.holdfast.StoreConfigurationException;
import io.holdfast.spi.StoreUri;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDBC URL, and the options of ours that stood in it. Complaints never repeat the URL, since it may have a password.
 *
 * @param url the URL as the driver gets it
 * @param database what kind of database it names
 * @param settings what our options say
 */
record JdbcUri(String url, String database, Settings settings) {

    private static final Pattern DATABASE =
            Pattern.compile("jdbc:([a-z0-9]+):.*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    private static final Pattern OPTION = Pattern.compile("([?&;])holdfast\\.([A-Za-z]+)=([^&;]*)");
    private static final Pattern HOSTS = Pattern.compile("(?:[a-z]+:)?//(?:[^@/?;]*@)?([^/?;]*).*", Pattern.DOTALL);
    private static final Pattern FILE = Pattern.compile("(?:file:|mem:)?([^?;]*).*", Pattern.DOTALL);

    static JdbcUri parse(String uri) {
        Matcher database = DATABASE.matcher(uri);
        if (!database.matches()) {
            throw wrong("it is not of the form jdbc:database:…, such as jdbc:postgresql://host/database");
        }
        Map<String, String> options = new LinkedHashMap<>();
        Matcher option = OPTION.matcher(uri);
        StringBuilder url = new StringBuilder();
        while (option.find()) {
            if (options.put(option.group(2), option.group(3)) != null) {
                throw wrong("it has its option holdfast." + option.group(2) + " twice");
            }
            // The mark before the first option stays, for whichever comes first then.
            option.appendReplacement(url, option.group(1).equals("?") ? "?" : "");
        }
        option.appendTail(url);
        String cleaned = url.toString().replace("?&", "?").replaceAll("\\?$", "");
        return new JdbcUri(cleaned, database.group(1).toLowerCase(Locale.ROOT), settings(options));
    }

    private static Settings settings(Map<String, String> options) {
        // With a pool of our own a connection for notifications costs nobody else one.
        Settings settings = Settings.DEFAULTS.withListen(true);
        for (Map.Entry<String, String> option : options.entrySet()) {
            String value = option.getValue();
            try {
                settings = switch (option.getKey()) {
                    case "prefix" -> settings.withPrefix(value);
                    case "commandTimeout" -> settings.withCommandTimeout(StoreUri.time(value));
                    case "connectTimeout" -> settings.withConnectTimeout(StoreUri.time(value));
                    case "connections" -> settings.withConnections(Integer.parseInt(value));
                    case "createTables" -> settings.withCreateTables(yesOrNo(value));
                    case "listen" -> settings.withListen(yesOrNo(value));
                    default ->
                        throw new IllegalArgumentException("there is no such option; there are prefix, commandTimeout,"
                                + " connectTimeout, connections, createTables and listen");
                };
            } catch (IllegalArgumentException e) {
                throw wrong("its option holdfast." + option.getKey() + " is wrong: " + e.getMessage());
            }
        }
        return settings;
    }

    private static boolean yesOrNo(String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("it is true or false");
        };
    }

    /** {@return where the database is, without user, password and options} */
    String place() {
        String rest = url.substring(url.indexOf(':', "jdbc:".length()) + 1);
        Matcher hosts = HOSTS.matcher(rest);
        if (hosts.matches()) {
            return hosts.group(1);
        }
        Matcher file = FILE.matcher(rest);
        return file.matches() ? file.group(1) : "";
    }

    static StoreConfigurationException wrong(String what) {
        return new StoreConfigurationException(null, "This JDBC URL cannot be used: " + what + ".", null);
    }
}

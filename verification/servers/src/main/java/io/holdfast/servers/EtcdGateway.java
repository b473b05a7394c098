package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What etcd offers besides gRPC: its API in JSON, for which nothing is needed but the JDK. */
final class EtcdGateway {

    /** What was asked before there was a leader may never be answered, while the same is now. */
    private static final Duration ATTEMPT = Duration.ofSeconds(1);

    /** Longer than the 7 s after which etcd gives up by itself, and says so. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient client;
    private final String endpoint;
    private final String user;
    private final @Nullable String password;

    /** A client that is root, if there are users. */
    EtcdGateway(String endpoint, EtcdOptions options) {
        this(endpoint, options, "root", options.rootPassword());
    }

    EtcdGateway(String endpoint, EtcdOptions options, String user, @Nullable String password) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE);
        if (options.tls() != null) {
            builder.sslContext(options.tls().sslContext());
        }
        this.client = builder.build();
        this.endpoint = endpoint;
        this.user = user;
        this.password = password;
    }

    /** {@return a page that everybody may see, if it comes soon} */
    String get(String path) {
        return send(request(path).timeout(ATTEMPT).build());
    }

    /** Calls what everybody may call. */
    String post(String path, String json) {
        return send(request(path).POST(BodyPublishers.ofString(json)).build());
    }

    /** Calls what only users may call, if there are any. */
    String call(String path, String json) {
        HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(json));
        if (password != null) {
            // Each time, because a server forgets its tokens when it ends.
            String answer = post("/v3/auth/authenticate", json("name", user, "password", password));
            request.header("Authorization", field(answer, "token").orElseThrow());
        }
        return send(request.build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(endpoint + path)).timeout(PATIENCE);
    }

    private String send(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(request.uri() + " says " + response.statusCode() + " "
                        + response.body().strip());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException("no answer from " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
        }
    }

    /** Lets nobody in any more but those who are known, of whom there is one: root. */
    void enableAuthentication(String password) {
        post("/v3/auth/user/add", json("name", "root", "password", password));
        post("/v3/auth/role/add", json("name", "root"));
        post("/v3/auth/user/grant", json("user", "root", "role", "root"));
        post("/v3/auth/enable", json());
    }

    /** Adds a user, and a role of the same name that permits to read and write what begins with a prefix. */
    void addUser(String name, String password, String prefix) {
        call("/v3/auth/user/add", json("name", name, "password", password));
        call("/v3/auth/role/add", json("name", name));
        String range = json("permType", "READWRITE", "key", base64(prefix), "range_end", base64(after(prefix)));
        call("/v3/auth/role/grant", "{\"name\":" + quote(name) + ",\"perm\":" + range + "}");
        call("/v3/auth/user/grant", json("user", name, "role", name));
    }

    /** {@return the first string in the order of keys that does not begin with the prefix any more} */
    private static String after(String prefix) {
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }

    /** {@return an object with strings in it} */
    static String json(String... namesAndValues) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            text.append(i == 0 ? "" : ",").append(quote(namesAndValues[i])).append(':');
            text.append(quote(namesAndValues[i + 1]));
        }
        return "{" + text + "}";
    }

    private static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** {@return the first string of that name, wherever it is; etcd leaves out what is zero or empty} */
    static Optional<String> field(String json, String name) {
        Matcher matcher = Pattern.compile('"' + name + "\":\"([^\"]*)\"").matcher(json);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    static String fromBase64(String text) {
        return new String(Base64.getDecoder().decode(text), UTF_8);
    }
}

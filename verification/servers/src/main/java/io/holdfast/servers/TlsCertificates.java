package io.holdfast.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost, signed by itself, with what the server and its clients need to use it. */
public final class TlsCertificates {

    private static final String ALIAS = "server";
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final Path directory = Workspace.directory("tls");
    private final KeyStore trust;

    private TlsCertificates() throws IOException, GeneralSecurityException {
        Path keys = directory.resolve("keys.p12");
        generate(keys);
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD);
        }
        Certificate certificate = store.getCertificate(ALIAS);
        writePem(certificateFile(), "CERTIFICATE", certificate.getEncoded());
        writePem(keyFile(), "PRIVATE KEY", store.getKey(ALIAS, PASSWORD).getEncoded());
        trust = KeyStore.getInstance("PKCS12");
        trust.load(null, PASSWORD);
        trust.setCertificateEntry(ALIAS, certificate);
        try (OutputStream out = Files.newOutputStream(trustStore())) {
            trust.store(out, PASSWORD);
        }
    }

    /**
     * {@return a new certificate, for 127.0.0.1 and localhost, which nobody else trusts}
     */
    public static TlsCertificates create() {
        try {
            return new TlsCertificates();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }

    /**
     * {@return the certificate in PEM, which is also the authority that clients have to trust}
     */
    public Path certificateFile() {
        return directory.resolve("certificate.pem");
    }

    /**
     * {@return a PKCS 12 trust store with the certificate}
     */
    public Path trustStore() {
        return directory.resolve("trust.p12");
    }

    /**
     * {@return the password of the trust store}
     */
    public String trustStorePassword() {
        return new String(PASSWORD);
    }

    Path keyFile() {
        return directory.resolve("key.pem");
    }

    /** {@return a context for clients that trust this certificate and no other} */
    SSLContext sslContext() {
        try {
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trust);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void generate(Path keys) throws IOException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        String arguments = "-genkeypair -alias " + ALIAS + " -keyalg EC -groupname secp256r1 -validity 3650"
                + " -dname CN=localhost -ext san=ip:127.0.0.1,dns:localhost -storetype PKCS12";
        List<String> command = new ArrayList<>(List.of(keytool.toString()));
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("-keystore", keys.toString(), "-storepass", new String(PASSWORD)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (Files.notExists(keys)) {
            throw new IOException("keytool made no certificate: " + output);
        }
    }

    private static void writePem(Path file, String kind, byte[] content) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n", US_ASCII);
    }
}

package io.holdfast.redis;

/**
 * A client and the note of one of its claims, as they are kept together: {@code <client>}, and behind it, if there is a
 * note, a line break and the note.
 *
 * @param client the client's id, in which there is no line break
 * @param note the note; mostly empty
 */
record NotedClient(String client, String note) {

    static NotedClient of(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? new NotedClient(text, "") : new NotedClient(text.substring(0, end), text.substring(end + 1));
    }

    static String text(String client, String note) {
        return note.isEmpty() ? client : client + "\n" + note;
    }
}

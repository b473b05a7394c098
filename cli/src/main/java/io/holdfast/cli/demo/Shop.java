package io.holdfast.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The books of a shop, two files in a directory: {@code stock.txt} with the number of goods that are left, and
 * {@code sales.txt} with a line for each sale.
 *
 * <p>Each reading and each writing is done whole or not at all. What lies between a reading and a writing is up to who
 * does it, as with most things that are kept outside a process.
 */
final class Shop {

    private final Path stock;
    private final Path sales;

    /** Opens the books that are in a directory. */
    Shop(Path directory) {
        this.stock = directory.resolve("stock.txt");
        this.sales = directory.resolve("sales.txt");
    }

    /** Makes the directory, and books without sales in it. */
    static Shop open(Path directory, int stock) {
        try {
            Files.createDirectory(directory);
            Shop shop = new Shop(directory);
            Files.createFile(shop.sales);
            shop.left(stock);
            return shop;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return how many are left} */
    int left() throws IOException {
        return Integer.parseInt(Files.readString(stock).strip());
    }

    /** Writes down how many are left. */
    void left(int count) throws IOException {
        // By way of a file of its own, since a file is not written in one step, but renamed in one.
        Path written = Files.createTempFile(stock.getParent(), "stock-", ".tmp");
        Files.writeString(written, count + "\n");
        Files.move(written, stock, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Adds a sale. */
    void recordSale(int worker) throws IOException {
        Files.writeString(sales, worker + "\n", StandardOpenOption.APPEND);
    }

    /** {@return how many were sold} */
    int sold() throws IOException {
        return Files.readAllLines(sales).size();
    }

    /** {@return how many each of the workers 1 to n has sold} */
    List<Integer> sales(int workers) throws IOException {
        List<String> lines = Files.readAllLines(sales);
        return IntStream.rangeClosed(1, workers)
                .mapToObj(Integer::toString)
                .map(worker -> (int) lines.stream().filter(worker::equals).count())
                .toList();
    }
}

/** What is measured, and how: threads that lock and unlock, their waits, and what it cost client and server. */
@NullMarked
package io.holdfast.benchmarks.measure;

import org.jspecify.annotations.NullMarked;

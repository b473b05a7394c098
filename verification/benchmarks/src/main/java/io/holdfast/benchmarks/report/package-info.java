/** What is told of it: a table, a verdict on each target, JSON and a picture. */
@NullMarked
package io.holdfast.benchmarks.report;

import org.jspecify.annotations.NullMarked;

/** The gate under test itself: regressions that are planted on purpose, and noise that must not look like one. */
@NullMarked
package keepalivelab.app.selftest;

import org.jspecify.annotations.NullMarked;

/** Runs every scenario of the catalogue, each as a user would. */
@NullMarked
package keepalivelab.scenarios;

import org.jspecify.annotations.NullMarked;

/**
 * Installs pinned proxies into the user's cache folder, without root, and packages of the system where the user says so.
 * What can be installed is data: {@code recipes.txt} beside each driver ({@link keepalivelab.proxies.provision.RecipeText}).
 */
@NullMarked
package keepalivelab.proxies.provision;

import org.jspecify.annotations.NullMarked;

/**
 * What a backend does besides answering: <em>when</em> ({@link keepalivelab.backend.rule.Trigger} and
 * {@link keepalivelab.backend.rule.Selector}) and <em>what</em> ({@link keepalivelab.backend.rule.Effect}) are separate
 * types; a {@link keepalivelab.backend.rule.Behaviour} is a named set of rules.
 */
@NullMarked
package keepalivelab.backend.rule;

import org.jspecify.annotations.NullMarked;

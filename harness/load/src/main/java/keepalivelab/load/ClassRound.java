package keepalivelab.load;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What one round of {@linkplain LoadPlan.Classes connection classes} saw. Requests that only found out which thread serves a
 * connection are in no figure but {@code placing}. Immutable.
 *
 * @param classes in the order of the plan
 * @param connections in the order of their opening
 * @param placing requests that were sent before the round began, to find connections of the wanted threads
 * @param elapsed from the begin of sending to the last outcome
 */
public record ClassRound(List<OfClass> classes, List<OfConnection> connections, int placing, Duration elapsed) {
    public ClassRound {
        classes = List.copyOf(classes);
        connections = List.copyOf(connections);
    }

    /**
     * One class.
     *
     * @param name of the class
     * @param service service times in nanoseconds, {@link Times#MOST_NANOS} for longer ones; read only
     * @param threads how many responses came from which thread; empty where responses name none
     */
    public record OfClass(String name, Histogram service, SortedMap<String, Long> threads) {
        public OfClass {
            threads = Collections.unmodifiableSortedMap(new TreeMap<>(threads));
        }
    }

    /**
     * One connection, or one after the other of a client that has a new one for each request.
     *
     * @param className its class
     * @param number in its class, from 1
     * @param thread that served its last response; empty if no response names one
     * @param stayed whether all its responses came from that thread
     * @param responses complete ones
     * @param medianNanos of its service times; 0 without a response
     */
    public record OfConnection(
            String className, int number, Optional<String> thread, boolean stayed, long responses, long medianNanos) {}
}

package keepalivelab.api;

/** What a driver made of a knob. */
public enum KnobStatus {
    /** Written into the native configuration with the same meaning. */
    APPLIED("applied"),
    /** Not a knob of this proxy; reached by another of its means with a stated difference. */
    EMULATED("emulated"),
    /** This proxy cannot do it. */
    UNSUPPORTED("unsupported"),
    /** Left to the proxy's own default because the scenario says {@code native}. */
    NATIVE("native");

    private final String key;

    KnobStatus(String key) {
        this.key = key;
    }

    /** The word in result files. */
    public String key() {
        return key;
    }
}

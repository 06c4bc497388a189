package keepalivelab.api.client;

/** The bytes of a body. The array is shared and not copied: nobody changes it. */
public final class BodyBytes {
    /** No byte. */
    public static final BodyBytes NONE = new BodyBytes(new byte[0]);

    private final byte[] array;

    private BodyBytes(byte[] array) {
        this.array = array;
    }

    /** These bytes; the caller lets go of the array. */
    public static BodyBytes of(byte[] array) {
        return array.length == 0 ? NONE : new BodyBytes(array);
    }

    /** All bytes, not to be changed. */
    public byte[] array() {
        return array;
    }

    /** Number of bytes. */
    public int length() {
        return array.length;
    }

    public boolean isEmpty() {
        return array.length == 0;
    }
}

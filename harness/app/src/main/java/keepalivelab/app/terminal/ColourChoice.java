package keepalivelab.app.terminal;

/** When words are coloured. */
public enum ColourChoice {
    /** On a terminal that can, unless {@code NO_COLOR} or {@code TERM=dumb} says otherwise. */
    AUTO,
    /** Wherever the output goes. */
    ALWAYS,
    NEVER
}

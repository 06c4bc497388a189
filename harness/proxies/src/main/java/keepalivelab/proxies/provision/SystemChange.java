package keepalivelab.proxies.provision;

/** Whether an installation may change what the system's package manager looks after. */
public enum SystemChange {
    /** Everything stays in the user's own folder. */
    FORBIDDEN,
    /** The user said that packages of the system may be installed. */
    ALLOWED
}

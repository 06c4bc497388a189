package keepalivelab.backend;

/** Ways to close connections that wait for a request, told from outside. */
public enum IdleClose {
    /** In order: FIN, and a request that arrives afterwards is answered by the kernel with a reset. */
    FIN,
    /** With a reset. */
    RST,
    /** FIN only: the connection is held until the peer closes, too, which tells that the peer has noticed. */
    END_OUTPUT
}

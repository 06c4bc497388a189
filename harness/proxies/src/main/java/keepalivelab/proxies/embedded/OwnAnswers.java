package keepalivelab.proxies.embedded;

/** Reason phrases of the statuses that the proxy gives by itself. */
final class OwnAnswers {
    private OwnAnswers() {}

    static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 204 -> "No Content";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 411 -> "Length Required";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 504 -> "Gateway Timeout";
            default -> "Answer";
        };
    }
}

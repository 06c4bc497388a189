package keepalivelab.proxies.embedded;

/** Reason phrases of statuses that come without one: those the proxy gives by itself, and those of client libraries. */
final class OwnAnswers {
    private OwnAnswers() {}

    static String reason(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 204 -> "No Content";
            case 304 -> "Not Modified";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 411 -> "Length Required";
            case 413 -> "Content Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> "Answer";
        };
    }
}

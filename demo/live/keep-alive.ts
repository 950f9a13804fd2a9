/** Longer than clients pause between two requests: one that met a closing connection would be a 502 in the page. */
export const keepAliveTimeout = 75_000

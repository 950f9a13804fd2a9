/**
 * Longer than clients keep idle connections, which for Node's `fetch` is ten minutes: a request that met a closing one would
 * be a 502 in the page.
 */
export const keepAliveTimeout = 900_000

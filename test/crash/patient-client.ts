/**
 * Preloaded into a real server: its requests to the service wait for a minute. What takes long in a test is a slow machine,
 * never the service. The rules of money, and the leases, use the short PAYMENTS_TIMEOUT_MS.
 */
const timeoutMs = Number(process.env['PAYMENTS_TIMEOUT_MS'])
const start: (run: () => void, ms?: number, ...args: unknown[]) => unknown = globalThis.setTimeout

Reflect.set(globalThis, 'setTimeout', (run: () => void, ms?: number, ...args: unknown[]) =>
  start(run, ms === timeoutMs ? 60_000 : ms, ...args),
)

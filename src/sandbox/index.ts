/**
 * The payments service, emulated: three hosts behind one `fetch`, with scenarios, a clock to turn, and faults to inject.
 * @module
 */

export { type Clock, frozenTime, type TimeSource } from './clock.ts'
export { ConnectionBrokenError } from './faults.ts'
export type { OrderJson } from './order.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'

/**
 * An emulator of the payments service: three hosts behind one `fetch`, with scenarios, a controllable clock and faults.
 * @module
 */

export { frozenTime, type SandboxClock, type TimeSource } from './clock.ts'
export type { SandboxSettings } from './config.ts'
export { ConnectionBrokenError } from './faults.ts'
export type { OrderJson } from './order.ts'
export { createSandbox, type Sandbox } from './sandbox.ts'
export type { SandboxOptions } from './services.ts'

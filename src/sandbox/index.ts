export { type Clock, frozenTime, type TimeSource } from './clock.ts'
export { ConnectionBroken } from './faults.ts'
export type { OrderJson } from './order.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'

/**
 * The merchant's server that never loses or doubles money: checkouts, callbacks and reconciling behind one `fetch`.
 * @module
 */
export { type Clock, systemClock } from './clock.ts'
export type { LogLine } from './log.ts'
export type { Figures, Measurement } from './measure.ts'
export type { OrderAnswer, OrderTerms, PaypaneOptions, PipelineOptions } from './options.ts'
export { createPaypane, type Paypane } from './paypane.ts'
export { ProblemError } from './problem.ts'
export type { EventType } from './rules/tell.ts'
export { generateSealKey } from './seal.ts'
export { memoryStore } from './store/memory.ts'
export type { Store, StoredEvent } from './store/store.ts'

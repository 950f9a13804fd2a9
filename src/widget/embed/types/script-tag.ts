/**
 * Types of a page that loads `paypane.js` with a script tag: the global `Paypane`, `<pay-pane>` and its events.
 *
 * @example
 * import type {} from 'paypane/types/script-tag'
 * @module
 */
import type * as entry from '../index.ts'

export type { PaypaneElement, PaypaneEvents } from '../element.ts'

declare global {
  const Paypane: { mount: typeof entry.mount }
}

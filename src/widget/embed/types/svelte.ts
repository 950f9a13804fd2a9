/**
 * Types of `<pay-pane>` in templates of Svelte, and of its events on `<svelte:document>`.
 *
 * @example
 * import type {} from 'paypane/types/svelte'
 * @module
 */
import type {} from 'svelte/elements'
import type { EventHandlers, PaypaneElement, PaypaneElementProps } from '../pay-pane.ts'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-pane': PaypaneElementProps<HTMLAttributes<PaypaneElement>>
  }
  interface SvelteDocumentAttributes extends EventHandlers {}
}

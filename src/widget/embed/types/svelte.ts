/**
 * Types of `<pay-pane>` in templates of Svelte, and of its events on `<svelte:document>`.
 *
 * @example
 * import type {} from 'paypane/types/svelte'
 * @module
 */
import type {} from 'svelte/elements'
import type { EventHandlers, PayPaneProps } from '../element-props.ts'
import type { PayPaneElement } from '../pay-pane.ts'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-pane': PayPaneProps<HTMLAttributes<PayPaneElement>>
  }
  interface SvelteDocumentAttributes extends EventHandlers {}
}

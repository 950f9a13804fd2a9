import { type DeferredParts, deferredParts as parts } from '../view/deferred/parts.ts'

/** The deferred parts for ES modules: bundlers emit a chunk for the form of a claim. */
export const deferredParts: DeferredParts = { ...parts, loadClaim: () => import('../view/claim/form.tsx') }

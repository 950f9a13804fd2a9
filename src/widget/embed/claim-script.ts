/**
 * The form of a claim, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */
import { ClaimForm } from '../view/claim/form.tsx'
import type { ClaimParts } from '../view/deferred/parts.ts'

document.currentScript?.dispatchEvent(new CustomEvent<ClaimParts>('paypane-claim', { detail: { ClaimForm } }))

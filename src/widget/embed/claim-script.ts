/**
 * The form of a claim, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */
import { type ClaimCode, claimCode } from '../view/claim/form.tsx'

document.currentScript?.dispatchEvent(new CustomEvent<ClaimCode>('paypane-claim', { detail: claimCode }))

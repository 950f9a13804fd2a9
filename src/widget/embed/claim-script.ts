/**
 * The form of a claim, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */
import { claimCode } from '../view/claim/form.tsx'
import { host } from './host.ts'

host.loaded['paypane-claim'] = claimCode

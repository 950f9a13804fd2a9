/**
 * The form of payer fields, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */
import { payerFieldsForm } from '../view/payer-fields/screen.tsx'
import { host } from './host.ts'

host.loaded['paypane-fields'] = payerFieldsForm

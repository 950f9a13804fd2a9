/**
 * Reads, encodes and exports QR codes, for the script tag. A classic script: a browser verifies its `integrity` at each
 * load, while a module could already be in the page's module map, unverified.
 * @module
 */
import { openQr, type QrCodes } from '../view/qr/open-qr.ts'

document.currentScript?.dispatchEvent(new CustomEvent<QrCodes>('paypane-qr', { detail: { openQr } }))

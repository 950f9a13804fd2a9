/**
 * Reads, encodes and exports QR codes, for the script tag. A classic script: a browser verifies its `integrity` at each
 * load, while a module could already be in the page's module map, unverified.
 * @module
 */
import { openQr } from '../view/qr/open-qr.ts'
import { host } from './host.ts'

host.loaded['paypane-qr'] = { openQr }

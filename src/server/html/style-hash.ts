import { sha256 } from '@noble/hashes/sha2.js'
import { widgetStyles } from './widget-styles.ts'

/** The source of an inline style in a content security policy: `'sha256-…'`. */
export const styleHash = (css: string): string =>
  `'sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(css))))}'`

/**
 * The source of the widget's style sheet for `style-src` in a content security policy.
 *
 * @example
 * const policy = `style-src ${widgetStyleHash}; script-src 'self'`
 */
export const widgetStyleHash: string = styleHash(widgetStyles)

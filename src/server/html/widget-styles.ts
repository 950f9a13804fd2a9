import { sha256 } from '@noble/hashes/sha2.js'
import { widgetStyles as commonStyles } from '../../widget/styles/apply-styles.ts'
import { claimStyles } from '../../widget/styles/claim.ts'
import { deferredStyles } from '../../widget/styles/deferred.ts'

/**
 * The widget's style sheet, for the file of the option `stylesheet`. Hides what does not work without a script. The widget
 * appears when its last element has arrived: a slow phone lays it out once, and nothing of it moves.
 */
export const widgetStyles: string = `${commonStyles}${claimStyles}${deferredStyles}
.widget:not(:has(> [role=status])) { display: none }
@media (scripting: none) { [type=button], .time, .note.hidden, .ways:has(canvas) .qr { display: none !important } .ways:has(canvas) > * { grid-column: 1/3 } .change { margin-bottom: 2px } }`

/** The source of an inline style or script in a content security policy: `'sha256-…'`. */
export const sourceHash = (text: string): string =>
  `'sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}'`

/**
 * The source of the widget's style sheet for `style-src` in a content security policy.
 *
 * @example
 * const policy = `style-src ${widgetStyleHash}; script-src 'self'`
 */
export const widgetStyleHash: string = sourceHash(widgetStyles)

import { widgetStyles as commonStyles } from '../../widget/styles/apply-styles.ts'
import { deferredStyles } from '../../widget/styles/deferred.ts'
import { payerFieldStyles } from '../../widget/styles/payer-fields.ts'

/**
 * The widget's style sheet, for the file of the option `stylesheet`. Hides what does not work without a script. A slow phone
 * paints the heading before the parser has reached the amount above it: the height of the amount is reserved.
 */
export const widgetStyles: string = `${commonStyles}${payerFieldStyles}${deferredStyles}
.headline:last-child { margin-top: calc(4.725em + 2px + var(--space)) }
@media (scripting: none) { [type=button], .ways:has(canvas) .qr { display: none } }`

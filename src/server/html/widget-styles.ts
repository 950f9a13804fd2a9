import { widgetStyles as commonStyles } from '../../widget/styles/apply-styles.ts'
import { payerFieldStyles } from '../../widget/styles/payer-fields.ts'
import { unpaidStyles } from '../../widget/styles/unpaid.ts'

/** The widget's style sheet, for a file that `stylesheet` names. Without a script, its buttons and canvas are of no use. */
export const widgetStyles: string = `${commonStyles}${payerFieldStyles}${unpaidStyles}
@media (scripting: none) { [type=button], .ways:has(canvas) .qr { display: none } }`

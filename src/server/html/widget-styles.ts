import { cssText } from '../../widget/styles/apply-styles.ts'

/** The widget's style sheet, for a file that `stylesheet` names. Without a script, its buttons are of no use. */
export const widgetStyles: string = `${cssText}
@media (scripting: none) { [type=button] { display: none } }`

import type { Model } from '../model.ts'
import { checkOptions } from './check-options.ts'
import { preparePayerFields } from './filling-in.ts'

/** What each rendering of the widget in a page checks and loads. */
export function beforeRender(container: Element, model: Model): void {
  checkOptions(model.options)
  preparePayerFields(container, model)
}

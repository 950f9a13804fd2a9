import { type ComponentChild, hydrate, render } from 'preact'
import { choiceToFillIn } from '../../core/reducer.ts'
import type { Model } from '../model.ts'

/** Whether a form in a server's HTML needs code that is still loading. One that cannot be loaded is not waited for. */
export function awaitsForm(container: Element, { state, code, load }: Model): boolean {
  const form = choiceToFillIn(state) ? 'payerFields' : container.querySelector('.claim') && 'claim'
  if (!form) return false
  void load(form)
  return code[form] === undefined
}

/** Continues with the elements of a server's HTML if they are what its view renders to; false if they are not. */
export function takeOver(
  container: Element,
  model: Model,
  firstElement: (model: Model) => ComponentChild,
): boolean {
  const serverNow = () => Date.parse(model.state.view?.now ?? '')
  const expected = document.createElement('div')
  render(firstElement({ ...model, session: { ...model.session, serverNow } }), expected)
  // The payer may have opened or closed them.
  const shown = container.querySelectorAll('details')
  expected.querySelectorAll('details').forEach((details, index) => {
    details.open = shown[index]?.open === true
  })
  model.code.payerFields?.adopt(container, expected, model.draft)
  model.code.claim?.adopt(container, expected)
  const isEqual = expected.isEqualNode(container)
  render(null, expected)
  if (isEqual) hydrate(firstElement(model), container)
  return isEqual
}

import { type ComponentChild, hydrate, render } from 'preact'
import { choiceToFillIn } from '../../core/reducer.ts'
import type { Model } from '../model.ts'

/** Whether a form in the HTML waits for its code, which is then loading. One that cannot be loaded is not waited for. */
function isWaitingFor(name: 'payerFields' | 'claim', { code, load }: Model): boolean {
  void load(name)
  return code[name] === undefined
}

/**
 * Continues with the elements of a server's HTML if they are what its view renders to; false if they are not, null while that
 * is not known.
 */
export function takeOver(
  container: Element,
  model: Model,
  firstElement: (model: Model) => ComponentChild,
): boolean | null {
  if (choiceToFillIn(model.state) && isWaitingFor('payerFields', model)) return null
  if (container.querySelector('.claim') && isWaitingFor('claim', model)) return null
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

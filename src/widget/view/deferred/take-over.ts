import { type ComponentChild, hydrate, render } from 'preact'
import { loaded, type Model } from '../model.ts'

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
  loaded(model.payerFieldsForm)?.adopt(container, expected, model.payerFieldsDraft)
  const isEqual = expected.isEqualNode(container)
  render(null, expected)
  if (isEqual) hydrate(firstElement(model), container)
  return isEqual
}

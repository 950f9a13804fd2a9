import { type ComponentChild, hydrate, render } from 'preact'
import { loaded, type Model } from '../model.ts'
import { loadClaimForm } from './claimed.tsx'
import { isWaitingForPayerFields } from './filling-in.ts'

/** The form of a claim in the HTML is taken over once its code is there, or cannot be loaded. */
const hasTriedClaim = new WeakSet<Element>()
function isWaitingForClaim(container: Element, model: Model): boolean {
  if (hasTriedClaim.has(container) || model.parts.claim || !container.querySelector('.claim')) return false
  void loadClaimForm(model).then(() => {
    hasTriedClaim.add(container)
    model.rerender()
  })
  return true
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
  if (isWaitingForPayerFields(container, model) || isWaitingForClaim(container, model)) return null
  const serverNow = () => Date.parse(model.state.view?.now ?? '')
  const expected = document.createElement('div')
  render(firstElement({ ...model, session: { ...model.session, serverNow } }), expected)
  // The payer may have opened or closed them.
  const shown = container.querySelectorAll('details')
  expected.querySelectorAll('details').forEach((details, index) => {
    details.open = shown[index]?.open === true
  })
  const { form, draft } = model.payerFields
  loaded(form)?.adopt(container, expected, draft)
  // A server writes values as attributes.
  for (const input of expected.querySelectorAll<HTMLInputElement>('.claim [name^=fields]'))
    input.setAttribute('value', input.value)
  const isEqual = expected.isEqualNode(container)
  render(null, expected)
  if (isEqual) hydrate(firstElement(model), container)
  return isEqual
}

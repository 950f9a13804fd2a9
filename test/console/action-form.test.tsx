// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../src/console/api.ts'
import { ActionForm } from '../../src/console/parts/action-form.tsx'
import { waitFor } from '../support/wait-for.ts'

const page = document.body
afterEach(() => render(null, page))

/** A page whose form is pressed by keyboard, and the end of its request. */
async function pressed() {
  const response = Promise.withResolvers<void>()
  const show = (hasForm: boolean) =>
    render(
      <main>
        <h1 tabIndex={-1}>Order 1042</h1>
        {hasForm && (
          <ActionForm label="Record" isReady run={() => response.promise}>
            {null}
          </ActionForm>
        )}
      </main>,
      page,
    )
  show(true)
  const button = page.querySelector('button')
  button?.focus()
  button?.click()
  await waitFor(() => expect(button?.getAttribute('aria-disabled')).toBe('true'))
  return { response, button, removeForm: () => show(false) }
}

test('while a decision is sent, and after it is refused, the focus stays at its button', async () => {
  const { response, button } = await pressed()
  // A disabled button loses the focus.
  expect(button?.disabled).toBe(false)
  response.reject(new ApiError('refused', 'Somebody else has decided.'))
  await waitFor(() => expect(page.querySelector('[role=alert]')).not.toBeNull())
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(button)
})

test('once the form of a decision is gone, the focus is at the heading of the page', async () => {
  const { response, removeForm } = await pressed()
  removeForm()
  expect(document.activeElement).toBe(document.body)
  response.resolve()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Order 1042'))
})

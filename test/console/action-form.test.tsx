// @vitest-environment happy-dom
import { render } from 'preact'
import { expect, test } from 'vitest'
import { ApiError } from '../../src/console/api.ts'
import { ActionForm } from '../../src/console/parts/action-form.tsx'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'

/** A page whose form is pressed by keyboard, and the end of its request. */
async function pressed() {
  const response = Promise.withResolvers<void>()
  let sent = 0
  const run = () => {
    sent += 1
    return response.promise
  }
  const show = (hasForm: boolean, isReady = true) =>
    render(
      <main>
        <h1 tabIndex={-1}>Order 1042</h1>
        {hasForm && (
          <ActionForm label="Record" isReady={isReady} run={run}>
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
  return {
    response,
    button,
    sent: () => sent,
    clearForm: () => show(true, false),
    removeForm: () => show(false),
  }
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

test('once a decision has cleared its form, the focus stays at its button, which sends nothing', async () => {
  const { response, button, sent, clearForm } = await pressed()
  response.resolve()
  clearForm()
  await new Promise(requestAnimationFrame)
  expect(button?.disabled).toBe(false)
  button?.click()
  expect(button?.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
  expect(sent()).toBe(1)
})

test('once the form of a decision is gone, the focus is at the heading of the page', async () => {
  const { response, removeForm } = await pressed()
  removeForm()
  expect(document.activeElement).toBe(document.body)
  response.resolve()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Order 1042'))
})

// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { type Polling, usePolling } from '../../src/console/polling.ts'

const page = document.body
afterEach(() => render(null, page))

test('the response to an action stays, whatever a request that was sent before it returns', async () => {
  const { promise: earlier, resolve } = Promise.withResolvers<string>()
  let polling: Polling<string> | null = null
  const Page = () => {
    polling = usePolling(() => earlier, 30)
    return <p>{polling.value.value}</p>
  }
  await act(() => render(<Page />, page))
  await act(() => polling?.setValue('decided'))
  await act(async () => {
    resolve('open')
    await earlier
  })
  expect(page.textContent).toBe('decided')
})

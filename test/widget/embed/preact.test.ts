// @vitest-environment happy-dom
import { h, options, render } from 'preact'
import { expect, test } from 'vitest'
import { showInHost } from './preact-host.ts'

test('the component lives in a Preact 11 host', async () => {
  expect(options).toBeDefined()
  await showInHost({ h, render })
})

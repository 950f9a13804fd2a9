// @vitest-environment happy-dom
import { createRef, h, render } from 'preact'
import { h as h10 } from 'preact-10'
import { expect, test, vi } from 'vitest'
import { expectRefInHost, expectRendersInHost } from './preact-host.ts'

vi.mock('preact', () => import('preact-10'))
vi.mock('preact/jsx-runtime', () => import('preact-10/jsx-runtime'))
vi.mock('preact/jsx-dev-runtime', () => import('preact-10/jsx-runtime'))

test('the component works in a Preact 10 app', async () => {
  expect(h).toBe(h10)
  await expectRendersInHost({ h, render })
  await expectRefInHost({ createRef, h, render })
})

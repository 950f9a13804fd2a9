import { expect, test } from 'vitest'
import { isPermittedUrl } from '../../../src/widget/view/permitted-url.ts'

test.each([
  ['https://form.example/pay?token=a', false, true],
  ['http://form.example/pay', false, false],
  ['http://form.example/pay', true, false],
  ['http://127.0.0.1:4010/form', true, true],
  ['http://localhost:4010/form', true, true],
  ['http://[::1]:4010/form', true, true],
  ['http://localhost.example/form', true, false],
  ['http://127.0.0.1.example/form', true, false],
  ['http://127.0.0.1:4010/form', false, false],
  ['javascript:alert(1)', true, false],
  ['java\nscript:alert(1)', true, false],
  ['data:text/html,x', true, false],
  ['blob:https://shop.example/1', true, false],
  ['/relative', true, false],
  ['//form.example', true, false],
  ['', true, false],
])('%j, page on loopback: %s, permitted: %s', (address, isLoopback, permitted) => {
  expect(isPermittedUrl(address, isLoopback)).toBe(permitted)
})

import { expect, test } from 'vitest'
import * as sandbox from '../src/sandbox/http.ts'
import * as server from '../src/server/lib/loopback.ts'
import { isLoopbackHost } from '../src/widget/view/permitted-url.ts'

test.each([
  ['localhost', true],
  ['shop.localhost', true],
  ['a.shop.localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['127.0.0.1.example', false],
  ['192.168.0.1', false],
  ['[::2]', false],
  ['', false],
])('server, widget and sandbox agree whether %j is loopback: %s', (host, isLoopback) => {
  const answers = [server.isLoopback(host), isLoopbackHost(host), sandbox.isLoopback(host)]
  expect(answers).toEqual([isLoopback, isLoopback, isLoopback])
})

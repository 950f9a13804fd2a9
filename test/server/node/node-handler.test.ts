import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '../../../src/contract/problem.ts'
import { toNodeHandler } from '../../../src/server/node/index.ts'
import { serveOnLoopback } from '../../support/loopback.ts'
import { createHarness } from '../harness.ts'

const handler = () => toNodeHandler(createHarness().paypane)

async function expectProblem(response: Response, code: Problem['code']): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const problem = Problem.parse(await response.json())
  expect([problem.status, problem.code]).toEqual([response.status, code])
  return problem
}

test('a path that is not plain is not found, as any other', async () => {
  const url = await serveOnLoopback(handler(), onTestFinished)
  for (const path of ['/pay/%61dmin/pipelines', '/pay//admin', '/pay/nothing'])
    await expectProblem(await fetch(url + path), 'not_found')
  const head = await fetch(`${url}/pay//admin`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([404, ''])
})

test('a request whose body was parsed before is refused with the reason', async () => {
  const serve = handler()
  const parsing = (request: IncomingMessage, response: ServerResponse): void =>
    void serve(Object.assign(request, { body: {} }), response)
  const url = await serveOnLoopback(parsing, onTestFinished)
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const send = () => fetch(`${url}/pay/callbacks/p2p`, { method: 'POST', body: '{}' })
  expect((await expectProblem(await send(), 'internal')).detail).toContain('before express.json()')
  await send()
  expect(printed.mock.calls).toEqual([[expect.stringContaining('Mount Paypane before express.json()')]])
})

test('a request for a host that is none is malformed', async () => {
  const { port } = new URL(await serveOnLoopback(handler(), onTestFinished))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET /pay/paypane.js HTTP/1.1\r\nHost: a@b\r\nConnection: close\r\n\r\n')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [name = '', value = ''] = line.split(': ')
      return [name, value]
    }),
  )
  await expectProblem(new Response(body, { status: Number(status.split(' ')[1]), headers }), 'malformed')
})

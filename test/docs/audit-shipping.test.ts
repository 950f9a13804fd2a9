import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { serveOnLoopback } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { pageAt } from './page.ts'

const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasCurl)(
  'after a failed run the audit trail is shipped on from the last stored line',
  async () => {
    const folder = newFolder(onTestFinished)
    const lines = (from: number, to: number): string =>
      Array.from(
        { length: to - from + 1 },
        (_, index) => `{"seq":${from + index},"act":"approvePayout"}\n`,
      ).join('')
    const responses: ((response: ServerResponse) => unknown)[] = [
      (response) => response.end(lines(1, 2)),
      (response) => response.writeHead(503).end('{"code":"store_unavailable"}'),
      (response) => {
        response.writeHead(200, { 'content-length': 1000 })
        response.write(lines(3, 4).slice(0, -5), () => response.destroy())
      },
      (response) => response.end(lines(3, 4)),
      (response) => response.end(),
    ]
    const requested: string[] = []
    const url = await serveOnLoopback((request, response) => {
      requested.push(request.url ?? '')
      responses[requested.length - 1]?.(response)
    }, onTestFinished)
    const command = (
      pageAt('docs/operators.md').blocks.find(({ text }) => text.includes('audit.after'))?.text ?? ''
    )
      .replace('https://shop.example', url)
      .replace(/# Send audit\.new.*/, 'cat audit.new >> shipped')
    for (const _ of responses)
      await promisify(execFile)('bash', ['-c', command], {
        cwd: folder,
        env: { ...process.env, TOKEN: 't' },
      }).catch(() => null)
    expect(requested).toEqual([0, 2, 2, 2, 4].map((after) => `/pay/admin/audit?after=${after}`))
    expect(readFileSync(join(folder, 'shipped'), 'utf8')).toBe(lines(1, 4))
  },
)

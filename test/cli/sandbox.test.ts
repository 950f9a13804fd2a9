import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { runCommand, spawnCommand } from './command.ts'

test('paypane sandbox prints one line when it accepts requests, and stops on SIGTERM', async () => {
  const child = spawnCommand(['sandbox', '--port', '0', '--seed', 'a run to repeat'])
  const ended = once(child, 'close')
  try {
    const firstLines = once(child.stderr, 'data').then(String)
    const [line] = await once(createInterface(child.stdout), 'line')
    const { listening } = JSON.parse(line)
    // For people, on the other stream.
    expect(await firstLines).toContain(`PAYMENTS_BASE_URL=${listening}/core`)
    expect(await firstLines).toContain('Next: ')
    expect(listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const env = await (await fetch(`${listening}/_sandbox/env`)).json()
    expect(env).toMatchObject({ PAYMENTS_BASE_URL: `${listening}/core` })
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
})

test.each(['nowhere', '-1', '70000', '1.5'])('port %s is refused in one line', async (port) => {
  const { code, out, err } = await runCommand(['sandbox', `--port=${port}`])
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: `${port} is not a port.\n` })
})

test('a port in use is reported in one line', async () => {
  const child = spawnCommand(['sandbox'], { env: { SANDBOX_PORT: '0' } })
  const ended = once(child, 'close')
  try {
    const [line] = await once(createInterface(child.stdout), 'line')
    const { port } = new URL(JSON.parse(line).listening)
    const { code, err } = await runCommand(['sandbox', '--port', port])
    expect(code).toBe(1)
    expect(err).toMatch(new RegExp(`^The sandbox cannot listen on port ${port}: .*EADDRINUSE.*\\n$`))
  } finally {
    child.kill('SIGTERM')
  }
  await ended
})

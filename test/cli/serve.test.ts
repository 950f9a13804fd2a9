import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { generateSealKey } from 'paypane/server'
import { afterAll, expect, test } from 'vitest'
import { newFolder } from '../support/new-folder.ts'
import { inheritedEnv } from '../support/processes.ts'
import { runCommand } from './command.ts'

const folder = newFolder(afterAll)

// It is a part of the build: the sources of the package start by `npm run server`.
const main = join(import.meta.dirname, '../../dist/cli/main.js')
const isBuilt = existsSync(join(main, '../../serve/main.js'))
const serve = (...args: string[]) =>
  spawn(process.execPath, [main, 'serve', ...args], { cwd: folder, env: inheritedEnv })

test.runIf(isBuilt)('paypane serve runs server-example with the settings of a file', async () => {
  const settings = {
    ...{ PORT: '0', SEAL_KEY: generateSealKey(), DATABASE_URL: `file:${join(folder, 'shop.db')}` },
    ...{ PAYMENTS_BASE_URL: 'http://127.0.0.1:1', PAYMENTS_P2P_KEY: 'key', PAYMENTS_PRIVATE_KEY: 'secret' },
  }
  const file = join(folder, 'settings.env')
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const child = serve('--env', file)
  const ended = once(child, 'close')
  try {
    const [line] = await once(createInterface(child.stdout), 'line')
    const { listening } = JSON.parse(line)
    expect((await fetch(`${listening}/readyz`)).status).toBe(200)
    // The example's orders come with it.
    const opened = await fetch(`${listening}/pay/checkouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order":"1042"}',
    })
    expect(opened.status).toBe(201)
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
})

test.runIf(isBuilt)(
  'without settings paypane serve names each missing one, and how to get a sandbox',
  async () => {
    const child = serve()
    const err = text(child.stderr)
    expect(await once(child, 'close')).toEqual([1, null])
    for (const part of ['"SEAL_KEY is not set', '"PAYMENTS_BASE_URL is not set', 'npx paypane sandbox'])
      expect(await err).toContain(part)
  },
)

test.each(['serve', 'migrate', 'reconcile'])(
  'paypane %s does not go on without a line of the file that is no setting',
  async (command) => {
    const file = join(folder, 'ignored.env')
    writeFileSync(file, '\uFEFFPAYOUT_APPROVAL=always\nDATABASE_URL file:./shop.db\nSHOP_NAME=Shop\n')
    const { code, err } = await runCommand([command, '--env', file], { cwd: folder })
    expect(code).toBe(1)
    expect(err).toBe(
      `${file} has lines that are no settings: 1, 2. Write NAME=value, or a comment after #, in UTF-8 without a byte order mark.\n`,
    )
  },
)

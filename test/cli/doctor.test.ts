import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fullDisk } from '../../src/cli/doctor/database.ts'
import { clockFinding, runChecks } from '../../src/cli/doctor/doctor.ts'
import { type Finding, reportLines } from '../../src/cli/doctor/finding.ts'
import { listen, type RunningSandbox } from '../../src/sandbox/node/index.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { interfaceRevision } from '../../src/service/client.ts'
import { freePort, serveOnLoopback } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { startPostgres } from '../support/postgres.ts'
import { runCommand } from './command.ts'

let sandbox: Sandbox
let listening: RunningSandbox
const folder = newFolder(afterAll)
let settings: Record<string, string>

beforeAll(async () => {
  sandbox = createSandbox({ seed: 'doctor' })
  listening = await listen(sandbox, { port: 0 })
})
afterAll(() => listening.close())
beforeEach(async () => {
  await fetch(`${listening.url}/_sandbox/reset`, { method: 'POST' })
  settings = {
    ...(await (await fetch(`${listening.url}/_sandbox/env`)).json()),
    SEAL_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: `file:${join(folder, 'data', 'paypane.db')}`,
    SHOP_SECRET: 'the secret of a shop, of 32 bytes or more',
  }
})

const doctor = (env: Record<string, string>, ...more: string[]) => runCommand(['doctor', ...more], { env })

/** The findings that are not ok, with some settings changed. */
async function problemsFor(change: Record<string, string>): Promise<Finding[]> {
  const findings = await runChecks({ ...settings, ...change }, 'UAH')
  for (const { status, fix } of findings) expect(fix === null).toBe(status === 'ok')
  return findings.filter(({ status }) => status !== 'ok' && status !== 'skipped')
}

test('the pipelines of a file are tried by their names, each in a currency that it serves', async () => {
  const file = join(folder, 'pipelines.json')
  const uah = { name: 'terminal-1', profile: 'p2p', key: 'PAYMENTS_P2P_KEY', currencies: ['UAH'] }
  await writeFile(file, JSON.stringify([uah]))
  const findings = await runChecks({ ...settings, PAYMENTS_PIPELINES: file }, 'KZT')
  expect(findings.filter(({ check }) => check.startsWith('terminal-1'))).toMatchObject([
    { check: 'terminal-1 lookup', status: 'ok' },
    { check: 'terminal-1 balance', status: 'ok', message: expect.stringMatching(/ UAH available$/) },
    { check: 'terminal-1 create', status: 'ok' },
  ])
  expect(findings.map(({ check }) => check)).not.toContain('form lookup')
})

const configure = (config: object) =>
  fetch(`${listening.url}/_sandbox/config`, { method: 'POST', body: JSON.stringify(config) })

test('a merchant of the sandbox passes, and no secret is printed', async () => {
  const { code, out, err } = await doctor(settings)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/All checks passed\. Not checked: 1\.\n$/)
  expect(out).toContain(`revision ${interfaceRevision} of the payments service`)
  for (const [name, value] of Object.entries(settings)) {
    if (name.endsWith('_KEY')) expect(out).not.toContain(value)
  }
  expect(out).not.toContain('\u001b[')
  expect(sandbox.orders()).toEqual([])
})

test('the delivery of events is listed as not checked', async () => {
  const events = { EVENTS_URL: 'https://host.invalid/events', EVENTS_SECRET: randomBytes(32).toString('hex') }
  const findings = await runChecks({ ...settings, ...events }, 'UAH')
  expect(findings.find(({ check }) => check === 'events')).toMatchObject({ status: 'skipped' })
})

test('each failure is followed by what to do', async () => {
  const { code, out } = await doctor({ ...settings, PORT: 'eighty', PAYMENTS_PAYOUT_KEY: 'not-the-key' })
  const lines = out.split('\n')
  const lineAfter = (pattern: RegExp) => lines[lines.findIndex((line) => pattern.test(line)) + 1]
  expect(code).toBe(1)
  expect(lineAfter(/^failed +PORT +is not a port from 0 to 65535$/)).toMatch(/^ +→ Give the port/)
  expect(lineAfter(/^failed +payout lookup +HTTP 401$/)).toMatch(/^ +→ The service rejects this key/)
  // A rejected key is one failure, not one for each request.
  expect(out).toMatch(/2 failed, 0 warnings, \d+ passed\. Not checked: 1\.\n$/)
  expect(out).not.toContain('not-the-key')
})

test('--json prints the findings as JSON', async () => {
  const { code, out } = await doctor(settings, '--json')
  const { ok, checks }: { ok: boolean; checks: Finding[] } = JSON.parse(out)
  expect({ code, ok }).toEqual({ code: 0, ok: true })
  expect(checks).toContainEqual({
    check: 'clock',
    status: 'ok',
    message: 'agrees with the service',
    fix: null,
  })
})

test('a terminal prints failures first, each status in its color', () => {
  const lines = reportLines(
    [
      { check: 'a', status: 'ok', message: 'fine', fix: null },
      { check: 'bb', status: 'warning', message: 'odd', fix: 'Look.' },
      { check: 'c', status: 'failed', message: 'wrong', fix: 'Mend.' },
    ],
    (color, word) => `<${color}>${word}`,
  )
  expect(lines).toEqual([
    '<red>failed   c   wrong',
    '             → Mend.',
    '<yellow>warning  bb  odd',
    '             → Look.',
    '',
    '<green>ok       a   fine',
    '',
    '1 failed, 1 warning, 1 passed.',
  ])
})

test('settings may come from a file; the environment takes precedence', async () => {
  const file = join(folder, 'settings.env')
  const lines = Object.entries({ ...settings, PORT: 'eighty' }).map(([name, value]) => `${name}="${value}"`)
  await writeFile(file, lines.join('\n'))
  expect(await doctor({}, '--env', file)).toMatchObject({ code: 1 })
  expect(await doctor({ PORT: '80' }, '--env', file)).toMatchObject({ code: 0 })
  const absent = join(folder, 'absent')
  expect(await doctor({}, '--env', absent)).toEqual({
    code: 1,
    out: '',
    err: `The file of --env cannot be read: ENOENT: no such file or directory, open '${absent}'\n`,
  })
})

test('lines of the file that set nothing fail by their number', async () => {
  const file = join(folder, 'garbage.env')
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}="${value}"`)
  await writeFile(file, ['# a comment', 'PORT 80', ...lines, 'SHOP="a', 'b"', '', ': 3'].join('\r\n'))
  const { code, out } = await doctor({}, '--env', file, '--json')
  const { checks }: { checks: Finding[] } = JSON.parse(out)
  const failures = checks.filter(({ status }) => status === 'failed')
  expect(code).toBe(1)
  expect(failures.map(({ check }) => check.split(':').at(-1))).toEqual(['2', String(lines.length + 6)])
})

test('a first line that Node does not read because of a byte order mark fails by its number', async () => {
  const file = join(folder, 'marked.env')
  await writeFile(file, '\uFEFFPAYMENTS_BASE_URL=https://core.example\nSHOP_NAME=Shop\n')
  const { checks }: { checks: Finding[] } = JSON.parse((await doctor({}, '--env', file, '--json')).out)
  expect(checks.filter(({ check }) => check.startsWith(file))).toMatchObject([
    { check: `${file}:1`, fix: expect.stringContaining('without a byte order mark') },
  ])
})

test('a misspelt setting is found', async () => {
  const { PAYMENTS_BASE_URL: url = '', ...rest } = settings
  const findings = await runChecks(
    { ...rest, PAYMENT_BASE_URL: url, PATH: '/bin', SHOP_SECRET_KEY: 'x' },
    'UAH',
  )
  expect(findings).toContainEqual({
    check: 'PAYMENT_BASE_URL',
    status: 'warning',
    message: 'is not a setting',
    fix: 'Did you mean PAYMENTS_BASE_URL?',
  })
  expect(findings.filter(({ status }) => status === 'warning')).toHaveLength(1)
})

test('a file for a setting that is no secret is found, since it is not read', async () => {
  const env = { PAYOUT_APPROVAL_FILE: '/run/payout-approval', SHOP_SECRET_FILE: '/absent' }
  const findings = await runChecks({ ...settings, ...env }, 'UAH')
  expect(findings.filter(({ check }) => check.endsWith('_FILE'))).toMatchObject([
    { check: 'PAYOUT_APPROVAL_FILE', status: 'warning', fix: 'Did you mean PAYOUT_APPROVAL?' },
  ])
})

test('secrets may come from files', async () => {
  const [sealKeyFile, empty] = [join(folder, 'seal-key'), join(folder, 'empty')]
  const { SEAL_KEY: sealKey = '', ...rest } = settings
  await writeFile(sealKeyFile, `${sealKey}\n`)
  await writeFile(empty, '\n')
  const problems = async (env: Record<string, string>) =>
    (await runChecks(env, 'UAH')).filter(({ status }) => status === 'failed')
  expect(await problems({ ...rest, SEAL_KEY_FILE: sealKeyFile })).toEqual([])
  expect(await problems({ ...settings, SEAL_KEY_FILE: sealKeyFile })).toMatchObject([
    { check: 'SEAL_KEY', message: 'is set, and SEAL_KEY_FILE is set, too' },
  ])
  expect(await problems({ ...rest, SEAL_KEY_FILE: empty })).toMatchObject([
    { check: 'SEAL_KEY', message: 'is empty in the file of SEAL_KEY_FILE' },
  ])
  expect(await problems({ ...rest, SEAL_KEY_FILE: join(folder, 'absent') })).toMatchObject([
    { check: 'SEAL_KEY', message: 'cannot be read from the file of SEAL_KEY_FILE (ENOENT)' },
  ])
})

test('an empty environment names what is missing', async () => {
  const { code, out } = await doctor({}, '--json')
  const { ok, checks }: { ok: boolean; checks: Finding[] } = JSON.parse(out)
  expect({ code, ok }).toEqual({ code: 1, ok: false })
  expect(checks.filter(({ status }) => status === 'failed').map(({ check }) => check)).toEqual([
    'SEAL_KEY',
    'PAYMENTS_BASE_URL',
    'PAYMENTS_P2P_KEY',
    'PAYMENTS_PRIVATE_KEY',
  ])
})

describe('each setting by itself', () => {
  test.each([
    ['PORT', '70000'],
    ['PAYMENTS_BASE_URL', 'core.example'],
    ['PAYMENTS_INIT_URL', 'http://init.example'],
    ['PAYMENTS_TOKEN_URL', 'https://user:pass@token.example'],
    ['PAYMENTS_P2P_KEY', 'two words'],
    ['PAYMENTS_TIMEOUT_MS', '10s'],
    ['CREATE_GRACE_MS', '600001'],
    ['CREATE_GRACE_MS', '-1'],
    ['CALLBACK_MODE', 'both'],
    ['CHECKOUT_TTL_SECONDS', '0'],
    ['CORRECTION_WATCH_HOURS', 'never'],
    ['REVIEW_AFTER_MINUTES', 'soon'],
    ['CONFIRM_FINAL', 'yes'],
    ['ALLOWED_ORIGINS', 'https://shop.example/'],
    ['EVENTS_URL', 'http://merchant.example/events'],
    ['EVENTS_SECRET', 'whsec_!'],
    ['RETENTION_DAYS', 'forever'],
    ['SEAL_KEY', 'c2hvcnQ='],
    ['SEAL_KEY', `${randomBytes(32).toString('base64')},${randomBytes(16).toString('base64')}`],
    ['SEAL_KEY', ','],
    ['PUBLIC_URL', 'http://shop.example'],
    ['PUBLIC_URL', 'shop.example'],
    ['PUBLIC_URL', 'https://shop.example/pay'],
    ['PAYMENTS_P2P_KEY', '"a-key"'],
    ['HOST', '0.0.0.0'],
    ['DATABASE_URL', 'mysql://db'],
    ['SHOP_ORDERS', '/nowhere/orders.json'],
  ])('%s=%s fails', async (name, value) => {
    const found = await problemsFor({ [name]: value })
    const about = name === 'HOST' ? 'PUBLIC_URL' : name
    expect(found).toContainEqual(expect.objectContaining({ check: about, status: 'failed' }))
  })

  test.each([
    ['SEAL_KEY', [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64')).join(', ')],
    ['ALLOWED_ORIGINS', 'https://shop.example, http://localhost:5173'],
    ['PUBLIC_URL', 'https://shop.example'],
    ['PUBLIC_URL', 'http://127.0.0.1:8787'],
    ['CALLBACK_MODE', 'static'],
    ['CREATE_GRACE_MS', '0'],
    ['PAYMENTS_PRIVATE_KEY_NEXT', 'the other'],
    ['RETENTION_DAYS', 'never'],
  ])('%s=%s passes', async (name, value) => {
    expect(await problemsFor({ [name]: value })).toEqual([])
  })

  test('a setting that another one needs fails while it is missing', async () => {
    expect(
      await problemsFor({ PAYMENTS_INIT_URL: '', EVENTS_URL: 'https://merchant.example/events' }),
    ).toMatchObject([
      { check: 'PAYMENTS_INIT_URL', message: 'is not set, and PAYMENTS_FORM_KEY needs it' },
      { check: 'EVENTS_SECRET', message: 'is not set, and EVENTS_URL needs it' },
    ])
  })

  test('a setting that is unsafe outside loopback fails there', async () => {
    const weak = { ADMIN_TOKEN: '1', ALLOW_PLAIN_ORDERS: '1' }
    expect(await problemsFor(weak)).toEqual([])
    expect(await problemsFor({ ...weak, PUBLIC_URL: 'https://shop.example' })).toMatchObject([
      { check: 'ADMIN_TOKEN', message: 'is weaker than 128 random bits' },
    ])
  })

  test('two pipelines with the same key fail', async () => {
    const found = await problemsFor({ PAYMENTS_PAYOUT_KEY: settings['PAYMENTS_P2P_KEY'] ?? '' })
    expect(found.map(({ check }) => check)).toEqual(['PAYMENTS_P2P_KEY', 'PAYMENTS_PAYOUT_KEY'])
  })

  test.each([
    ['broken JSON', '{'],
    ['an order without an amount', '{"1042": {"currency": "UAH"}}'],
    ['an amount that is not decimal text', '{"1042": {"amount": "12,50", "currency": "UAH"}}'],
  ])('an orders file with %s fails', async (_, content) => {
    const file = join(folder, 'orders.json')
    await writeFile(file, content)
    expect(await problemsFor({ SHOP_ORDERS: file })).toMatchObject([
      { check: 'SHOP_ORDERS', status: 'failed' },
    ])
  })

  test('a valid orders file passes', async () => {
    const file = join(folder, 'orders.json')
    await writeFile(file, '{"1042": {"amount": "1250.00", "currency": "UAH", "customer": "c-7"}}')
    expect(await problemsFor({ SHOP_ORDERS: file })).toEqual([])
  })
})

describe('the database', () => {
  test('an existing file passes; a path below a file and a folder fail', async () => {
    const file = join(folder, 'paypane.db')
    await writeFile(file, '')
    expect(await problemsFor({ DATABASE_URL: `file:${file}` })).toEqual([])
    expect(await problemsFor({ DATABASE_URL: `file:${file}/below.db` })).toMatchObject([
      { check: 'DATABASE_URL', message: expect.stringContaining('is not a folder') },
    ])
    expect(await problemsFor({ DATABASE_URL: `file:${folder}` })).toMatchObject([
      { check: 'DATABASE_URL', message: expect.stringContaining('is not a file') },
    ])
  })

  test('a file that is no database fails', async () => {
    const file = join(folder, 'notes.txt')
    await writeFile(
      file,
      'not a database, but a longer text of more than one hundred characters, as notes are. '.repeat(9),
    )
    expect(await problemsFor({ DATABASE_URL: `file:${file}` })).toMatchObject([
      { check: 'DATABASE_URL', message: expect.stringContaining('cannot be opened for writing') },
    ])
  })

  test('a user who may not create tables in PostgreSQL fails', async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.database()
      await postgres.query(url, "CREATE ROLE reader LOGIN PASSWORD 'reader'")
      const reader = new URL(url)
      Object.assign(reader, { username: 'reader', password: 'reader' })
      expect(await problemsFor({ DATABASE_URL: reader.href })).toMatchObject([
        { check: 'DATABASE_URL', message: 'this user may not create tables in the schema paypane' },
      ])
    } finally {
      await postgres.end()
    }
  })

  test('a PostgreSQL that can only be read fails', async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.database()
      const name = new URL(url).pathname.slice(1)
      await postgres.query(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
      expect(await problemsFor({ DATABASE_URL: url })).toMatchObject([
        { check: 'DATABASE_URL', status: 'failed', message: 'PostgreSQL is read-only' },
      ])
    } finally {
      await postgres.end()
    }
  })

  test.skipIf(process.getuid?.() === 0)('a folder without write access fails', async () => {
    const readOnlyFolder = await mkdtemp(join(folder, 'closed-'))
    await chmod(readOnlyFolder, 0o500)
    expect(await problemsFor({ DATABASE_URL: `file:${readOnlyFolder}/paypane.db` })).toMatchObject([
      { check: 'DATABASE_URL', message: expect.stringContaining('cannot be written') },
    ])
  })

  test('a PostgreSQL that responds passes; one that refuses the connection fails', async () => {
    const postgres = await startPostgres()
    try {
      const url = await postgres.database()
      expect(await problemsFor({ DATABASE_URL: url })).toEqual([])
      expect(await problemsFor({ DATABASE_URL: `${url}_that_is_not_there` })).toMatchObject([
        { check: 'DATABASE_URL', status: 'failed', message: 'no response from PostgreSQL (3D000)' },
      ])
    } finally {
      await postgres.end()
    }
  })

  test.each([
    ['postgres://me:hunter2#@127.0.0.1/paypane', 'is not a URL'],
    [
      'postgres://me:hunter2@127.0.0.1/paypane?sslrootcert=/absent.pem',
      'no response from PostgreSQL (ENOENT)',
    ],
  ])('an address that cannot be used fails like any other check: %s', async (url, message) => {
    const { code, out, err } = await doctor({ ...settings, DATABASE_URL: url })
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(out.replaceAll(/ +/g, ' ')).toContain(`DATABASE_URL ${message}`)
    expect(out).not.toContain('hunter2')
  })

  test('an unreachable PostgreSQL fails, and its password is not printed', async () => {
    const { out } = await doctor({ ...settings, DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/paypane' })
    expect(out).toMatch(/failed +DATABASE_URL +no response from PostgreSQL \(ECONNREFUSED\)/)
    expect(out).not.toContain('hunter2')
  })
})

describe('each key at each host', () => {
  test('a key without a capability and an address that is not allowed fail', async () => {
    await configure({ pipelines: { p2p: { capabilities: ['create', 'balance'] } } })
    expect(await problemsFor({})).toMatchObject([
      { check: 'p2p lookup', status: 'failed', message: 'HTTP 403' },
    ])
    await configure({ pipelines: { payout: { addresses: ['192.0.2.1'] } } })
    expect(await problemsFor({})).toMatchObject([
      { check: 'p2p lookup' },
      { check: 'payout lookup', message: 'HTTP 403' },
      { check: 'payout balance', message: 'HTTP 403' },
      { check: 'payout create', message: 'HTTP 403' },
    ])
  })

  test('a URL that is not the core host fails', async () => {
    const found = await problemsFor({ PAYMENTS_BASE_URL: `${listening.url}/elsewhere` })
    expect(found).toContainEqual({
      check: 'p2p lookup',
      status: 'failed',
      message: 'HTTP 404 without the error body',
      fix: 'Check that this is the URL of the core host, with its path.',
    })
  })

  test.each([
    ['http://127.0.0.1:PORT', 'refuses the connection \\(ECONNREFUSED\\)'],
    ['https://host.invalid', 'cannot be resolved \\(E'],
  ])('a dead host is one finding with its cause: %s', async (address, message) => {
    const url = address.replace('PORT', String(await freePort()))
    const change = { PAYMENTS_BASE_URL: url, PAYMENTS_INIT_URL: url, PAYMENTS_TOKEN_URL: url }
    const findings = await runChecks({ ...settings, ...change, PUBLIC_URL: 'https://shop.example' }, 'UAH')
    expect(findings.filter(({ status }) => status === 'failed')).toMatchObject([
      {
        check: 'host',
        message: expect.stringMatching(
          `^${new URL(url).host} ${message}.*: PAYMENTS_BASE_URL, PAYMENTS_INIT_URL`,
        ),
      },
    ])
    const skipped = findings.filter(({ status }) => status === 'skipped')
    expect(skipped.map(({ check }) => check)).toEqual(['keys', 'callbacks'])
    expect(findings.map(({ check }) => check)).not.toContain('clock')
  })

  test('a host without TLS is told apart', async () => {
    const url = listening.url.replace('http:', 'https:')
    const found = await problemsFor({ PAYMENTS_BASE_URL: url, PUBLIC_URL: 'https://shop.example' })
    expect(found).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining('certificate or TLS that is not accepted'),
      }),
    )
  })

  test('swapped keys of a deposit and a payout are named', async () => {
    const { PAYMENTS_P2P_KEY: deposit = '', PAYMENTS_PAYOUT_KEY: payout = '' } = settings
    const found = await problemsFor({ PAYMENTS_P2P_KEY: payout, PAYMENTS_PAYOUT_KEY: deposit })
    expect(found).toContainEqual(
      expect.objectContaining({ check: 'p2p, payout', message: expect.stringContaining('keys are swapped') }),
    )
    expect(sandbox.orders()).toEqual([])
  })

  test('keys of which one alone works in the place of the other are not called swapped', async () => {
    await configure({ pipelines: { p2p: { capabilities: ['create', 'balance'] } } })
    const { PAYMENTS_FORM_KEY: form = '' } = settings
    const found = await problemsFor({ PAYMENTS_PAYOUT_KEY: form, PAYMENTS_FORM_KEY: '' })
    const denied = { status: 'failed', message: 'HTTP 403' }
    expect(found).toContainEqual(expect.objectContaining({ check: 'p2p lookup', ...denied }))
    expect(found).toContainEqual(expect.objectContaining({ check: 'payout lookup', ...denied }))
    expect(found.map(({ check }) => check)).not.toContain('p2p, payout')
  })

  test('a pipeline without a key is not tried', async () => {
    const { out } = await doctor({ ...settings, PAYMENTS_PAYOUT_KEY: '', PAYMENTS_PRIVATE_KEY: 'x' })
    expect(out).not.toContain('payout lookup')
  })
})

describe('the clock', () => {
  test.each([
    [0, 'ok'],
    [30, 'ok'],
    [-30, 'ok'],
    [31, 'failed'],
    [-3600, 'failed'],
    [null, 'warning'],
  ])('an offset of %s seconds from the service: %s', (offset, status) => {
    expect(clockFinding(offset)).toMatchObject({ check: 'clock', status })
  })

  /** The address of a service with this `Date` header. */
  const serviceAt = (date: string | null) =>
    serveOnLoopback((_request, response) => {
      response.sendDate = false
      if (date !== null) response.setHeader('date', date)
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"label":"NOT_FOUND","message":""}')
    }, onTestFinished)

  test('is not known where the service sends no Date header', async () => {
    const url = await serviceAt(null)
    const hosts = { PAYMENTS_BASE_URL: url, PAYMENTS_INIT_URL: url, PAYMENTS_TOKEN_URL: url }
    expect((await problemsFor(hosts)).at(-1)).toMatchObject({ check: 'clock', status: 'warning' })
  })

  test("is compared with the service's Date header", async () => {
    const url = await serviceAt(new Date(Date.now() - 3_600_000).toUTCString())
    const found = await problemsFor({ PAYMENTS_BASE_URL: url })
    expect(found.at(-1)).toMatchObject({
      check: 'clock',
      status: 'failed',
      fix: expect.stringContaining('NTP'),
    })
    expect(found.at(-1)?.message).toMatch(/^3[56]\d\d seconds ahead of the service$/)
  })
})

test.each([
  [0, 'the disk of /data is full: 0 MiB are free'],
  [15 * 1024 * 1024, 'the disk of /data is full: 15 MiB are free'],
  [16 * 1024 * 1024, undefined],
])('a disk with %i free bytes: %s', (bytes, message) => {
  expect(fullDisk('/data', bytes)?.message).toBe(message)
})

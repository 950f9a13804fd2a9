import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspectSettings } from 'paypane/server/node'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openApi } from '../../scripts/openapi.ts'
import { maxFormBytes } from '../../src/server/http/payer-bodies.ts'
import { proxySamples } from '../support/proxies.ts'

const folder = join(import.meta.dirname, '../../deploy')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined

test('the samples set only settings that exist', () => {
  const settings = inspectSettings({}).states.map(({ name }) => String(name))
  const given = [
    ...read('compose.yaml').matchAll(/^ {4}([A-Z\d_]+): /gm),
    ...read('paypane.service').matchAll(/^Environment=([A-Z\d_]+)=/gm),
  ].map(([, name = '']) => name.replace(/_FILE$/, ''))
  expect(given.length).toBeGreaterThan(8)
  expect(given.filter((name) => !settings.includes(name))).toEqual([])
})

test.each(['compose.yaml', 'paypane.service'])('a public server starts with the secrets of %s', (name) => {
  const secrets = [...read(name).matchAll(/\b([A-Z\d_]+)_FILE\b/g)].map(([, secret = '']) => [
    secret,
    secret === 'DATABASE_URL' ? 'postgres://paypane@database/paypane' : randomBytes(32).toString('base64'),
  ])
  const { states } = inspectSettings({
    PUBLIC_URL: 'https://shop.example',
    PAYMENTS_BASE_URL: 'https://core.payments.example',
    ...Object.fromEntries(secrets),
  })
  expect(states.filter(({ problem }) => problem !== null)).toEqual([])
})

test('both proxies wait longer than a long poll, and close idle connections before the server', () => {
  const seconds = (name: string, pattern: RegExp): number => Number(pattern.exec(read(name))?.[1])
  for (const time of [
    seconds('nginx.conf', /proxy_read_timeout (\d+)s/),
    seconds('Caddyfile', /response_header_timeout (\d+)s/),
  ])
    expect(time).toBeGreaterThan(25 + 10)
  for (const time of [
    seconds('nginx.conf', /keepalive_timeout (\d+)s/),
    seconds('Caddyfile', /keepalive (\d+)s/),
  ])
    expect(time).toBeLessThan(75)
})

test('the proxies let the largest form of a payer pass', () => {
  const limits = [
    /client_max_body_size (\d+)m;/.exec(read('nginx.conf')),
    /up to (\d+) MiB/.exec(readFileSync(join(folder, '../docs/deploy.md'), 'utf8')),
  ]
  for (const limit of limits) expect(Number(limit?.[1]) * 1024 * 1024).toBeGreaterThanOrEqual(maxFormBytes)
  // Caddy has no limit by default.
  expect(read('Caddyfile')).not.toContain('max_size')
})

/** What nginx logs of an address: the first pattern of the map that matches names it. */
function loggedByNginx(uri: string): string | undefined {
  const [, map = ''] = /map \$request_uri \$loggable_uri {([^}]*)}/.exec(read('nginx.conf')) ?? []
  for (const [, pattern = '', name = ''] of map.matchAll(/^ +~(\S+) \$(\w+);$/gm)) {
    const match = new RegExp(pattern).exec(uri)
    if (match !== null) return match.groups?.[name]
  }
  return undefined
}

function loggedByCaddy(uri: string): string {
  const [, removed = '$^'] = /request>uri regexp (\S+) ""/.exec(read('Caddyfile')) ?? []
  return uri.replace(new RegExp(removed, 'g'), '')
}

test.each([
  ['/pay/o/eyJ.eyJ.abc?choose', '/pay/o/', '/pay'],
  ['/pay/refund/cmVmdW5k.abc', '/pay/refund/', '/pay'],
  ['/return/success?order=eyJ.eyJ.abc', '/return/success', '/return/success'],
  ['/pay/cards/card_1?order=eyJ.eyJ.abc', '/pay/cards/card_1', '/pay/cards/card_1'],
  ['/pay/checkouts/co_1', '/pay/checkouts/co_1', '/pay/checkouts/co_1'],
])('of %s the samples log no token', (uri, nginx, caddy) => {
  expect([loggedByNginx(uri), loggedByCaddy(uri)]).toEqual([nginx, caddy])
})

test('no other address has a token in its path', () => {
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(openApi())
  const withToken = Object.keys(paths).filter((path) => /token|secret/i.test(path))
  expect(withToken.sort()).toEqual(['/o/{token}', '/refund/{token}'])
})

test('the samples log no headers and take over no request id of a client', () => {
  const [nginx, caddy] = [read('nginx.conf'), read('Caddyfile')]
  // Every server of nginx writes its access log in the format of its own, which has neither query nor referrer.
  const format = /log_format paypane '([^']*)'/.exec(nginx)?.[1] ?? ''
  expect(format).toContain('$loggable_uri')
  expect(format).not.toMatch(/\$request\b|\$request_uri|\$http_|\$args|\$query_string/)
  expect(nginx.match(/access_log \S+ paypane;/g)).toHaveLength(nginx.match(/^server {/gm)?.length ?? 0)
  expect(caddy).toMatch(/request>headers delete\s+resp_headers delete/)
  expect(nginx).toMatch(/proxy_set_header X-Request-Id \$request_id;\s+proxy_set_header Traceparent "";/)
  expect(caddy).toMatch(/header_up X-Request-Id {http.request.uuid}\s+header_up -Traceparent/)
})

test('the samples redirect to https, and keep browsers there', () => {
  expect(read('nginx.conf')).toMatch(/listen 80;[^}]*return 308 https:\/\/shop\.example\$request_uri;/)
  // Caddy redirects by itself, unless it is told not to.
  expect(read('Caddyfile')).not.toContain('auto_https')
  for (const name of ['nginx.conf', 'Caddyfile']) {
    expect(read(name)).toMatch(/Strict-Transport-Security "?max-age=31536000/)
    expect(read(name)).toMatch(/Referrer-Policy no-referrer/)
  }
})

test('the secrets of the compose file are those that docs/deploy.md names, and are not committed', () => {
  const names = [...read('compose.yaml').matchAll(/file: secrets\/([\w-]+)/g)].map(([, name = '']) => name)
  const docs = readFileSync(join(folder, '../docs/deploy.md'), 'utf8')
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !docs.includes(`secrets/${name}`))).toEqual([])
  expect(readFileSync(join(folder, '../.gitignore'), 'utf8')).toContain('deploy/secrets/')
})

/** Each skipped where the machine does not have it. */
const linters: [command: string, isUsable: boolean, ...args: string[]][] = [
  // The unit names the Node of the machine.
  [
    'systemd-analyze',
    has('systemd-analyze') && existsSync('/usr/bin/node'),
    ...['verify', join(folder, 'paypane.service')],
  ],
  [
    'docker',
    spawnSync('docker', ['compose', 'version']).status === 0,
    ...['compose', '--file', join(folder, 'compose.yaml'), 'config', '--quiet', '--no-interpolate'],
  ],
]

for (const [command, isUsable, ...args] of linters)
  test.skipIf(!isUsable)(`${command} accepts its sample`, () => {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  })

for (const { name, isInstalled, write } of proxySamples)
  test.skipIf(!isInstalled)(`${name} accepts its sample`, () => {
    const written = write({ port: 8443, servers: ['127.0.0.1:8787', '127.0.0.1:8788'] })
    onTestFinished(() => written.remove())
    expect(written.check()).toBe('')
  })

test('every file of the folder is a sample that docs/deploy.md names', () => {
  const docs = readFileSync(join(folder, '../docs/deploy.md'), 'utf8')
  const files = readdirSync(folder).filter(
    (name) => /^\w/.test(name) && !/^(secrets|certificates)$/.test(name),
  )
  expect(files.filter((name) => !docs.includes(`../deploy/${name}`))).toEqual([])
})

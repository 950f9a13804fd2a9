import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { operatorLines } from '../../src/cli/operator.ts'
import { runCommand } from './command.ts'

test('the command prints a token and the entry with its digest', () => {
  const lines = operatorLines('anna', 'read, payout:approve')
  const [, token = '', , , entry = ''] = lines
  expect(token).toMatch(/^ppo_[0-9a-f]{48}$/)
  const tokenSha256 = createHash('sha256').update(token).digest('hex')
  expect(JSON.parse(entry)).toEqual({ anna: { tokenSha256, scopes: ['read', 'payout:approve'] } })
  expect(operatorLines('anna', 'read')[1]).not.toBe(token)
})

test('an unknown scope is refused by name', () => {
  expect(() => operatorLines('anna', 'read,write')).toThrow(
    /^write is not a scope: give some of read, resolve/,
  )
})

test('the help names every scope', async () => {
  const { out } = await runCommand(['operator', '--help'])
  for (const scope of ['read', 'resolve', 'payout:create', 'payout:approve']) expect(out).toContain(scope)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oneTimeCode, securityCodes, testCards } from '../../src/sandbox/cards.ts'
import { detailFields, settingRows } from '../../src/sandbox/config.ts'
import { operations } from '../../src/sandbox/faults.ts'
import { groupByFour } from '../../src/sandbox/pages/layout.ts'
import { scenarios } from '../../src/sandbox/scenarios.ts'

// Removes the padding of tables.
const page = ['sandbox', 'sandbox-controls']
  .map((name) => readFileSync(join(import.meta.dirname, `../../docs/${name}.md`), 'utf8'))
  .join('\n')
  .replaceAll(/ +/g, ' ')

describe('the docs list what the sandbox does', () => {
  it.each(scenarios.map(({ cents, description }) => [cents, description]))('scenario .%s', (cents, what) => {
    expect(page).toContain(`| \`.${cents}\` | ${what} |`)
  })

  it.each(testCards.map(({ number, description }) => [groupByFour(number), description]))(
    'card %s',
    (number, what) => {
      expect(page).toContain(`| \`${number}\` | ${what} |`)
    },
  )

  it.each(Object.entries(securityCodes))('security code %s', (code, { description }) => {
    expect(page).toContain(`| \`${code}\` | ${description} |`)
  })

  it('the one-time code', () => expect(page).toContain(oneTimeCode))

  it.each([...settingRows.pipeline, ...settingRows.merchant])('setting $name', ({ name, standard, part }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
    const [, defaultCell = '', , partCell] = row.slice(2, -2).split(' | ')
    const isLong = Array.isArray(standard) && standard.length > 3
    const written = typeof standard === 'string' ? standard : JSON.stringify(standard)
    expect(defaultCell).toContain(isLong ? 'all' : written)
    expect(partCell).toBe(part)
  })

  it.each([...operations, ...detailFields])('the word %s', (word) => {
    expect(page).toContain(`\`${word}\``)
  })
})

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFull } from '../../support/full.ts'
import { siteFixture, violations } from './site-fixture.ts'

const site = siteFixture('/some/where/')

/** Few payers, so that the history is over soon. */
const address = '?seed=2&callbackLoss=60&kills=120&skew=2&serviceSlow=20&payers=25'

/** `npm run simulate -- --crowd` with the address: each line, and the counts at the end. */
async function printedBySimulator(): Promise<{ lines: string[]; counts: Record<string, number> }> {
  const flags = ['--conditions=paypane-source', '--disable-warning=ExperimentalWarning']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, 'scripts/simulate.ts', '--crowd', address],
    { maxBuffer: 2 ** 24 },
  )
  const lines = stdout.trimEnd().split('\n')
  return { lines, counts: JSON.parse(lines.pop() ?? '') }
}

async function open(search: string, { width = 1280, bypassCSP = false } = {}): Promise<Page> {
  const page = await site.browser.newPage({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    bypassCSP,
  })
  const errors: string[] = []
  page.on('console', (message) => errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`${site.url}break.html${search}`)
  const crowd = page.getByRole('region', { name: /payers: press one/ })
  const place = () =>
    crowd.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect()
      return { top: Math.round(top + scrollY), height: Math.round(height) }
    })
  const before = await place()
  // Who wants less motion starts the history.
  expect(await result(page)).toMatch(/Paused\. Press Play\.$/)
  await page.getByRole('button', { name: 'To the end' }).click()
  await page.getByText(/^The books (agree|do not agree)/).waitFor()
  // Longer texts and numbers move nothing.
  expect(await place()).toEqual(before)
  expect(errors).toEqual([])
  return page
}

const result = (page: Page): Promise<string> => page.getByRole('region', { name: 'Result' }).innerText()

test('shows the history that the simulator has for its address, with both counters at zero', async () => {
  const [printed, page] = await Promise.all([printedBySimulator(), open(`${address}&order=3`)])
  expect((await result(page)).replaceAll(/\s+/g, ' ')).toContain('0 lost 0 doubled The books agree')
  const figures = await page.getByRole('region', { name: 'Meanwhile' }).innerText()
  const { lostCallbacks, kills, lookups } = printed.counts
  expect(figures.replaceAll(/\s+/g, ' ')).toContain(
    `Callbacks lost ${lostCallbacks} Servers killed ${kills} Lookups ${lookups} `,
  )

  const times = await page.getByRole('region', { name: 'The story of order 3' }).getByRole('listitem').all()
  expect(times.length).toBeGreaterThan(5)
  const story = printed.lines.filter((line) => line.includes(' order 3: '))
  const repeated = await Promise.all(
    times.map(async (item) => Number(/, (\d+) times$/.exec(await item.innerText())?.[1] ?? 1)),
  )
  expect(repeated.reduce((sum, count) => sum + count, 0)).toBe(story.length)
  const [time, told] = (await times[0]?.locator('time, span').allInnerTexts()) ?? []
  expect(`${time} order 3: ${told}`).toBe(story[0])
  await page.close()
})

test('no success is reported before the money is at the service', async () => {
  const { lines } = await printedBySimulator()
  const successes = lines.flatMap((line, at) => {
    const [, order] = / (order \d+: )A callback \(Success\)/.exec(line) ?? []
    return order === undefined ? [] : [{ order, at }]
  })
  expect(successes.length).toBeGreaterThan(3)
  const isEarly = ({ order, at }: { order: string; at: number }) =>
    !lines.slice(0, at).some((line) => line.includes(order) && line.includes('the money is at the service'))
  expect(successes.filter(isEarly)).toEqual([])
})

test.runIf(isFull).each([
  ['lookups', /^Rule broken: the money is at the service, and the shop does not know it$/],
  ['second', /^Rule broken: .*was replaced, although the money is reported as sent/],
])('without the guard "%s" a counter rises, and the order that did it tells why', async (guard, rule) => {
  const page = await open(`${address}&guard=${guard}`, { width: 320, bypassCSP: true })
  expect(await result(page)).not.toMatch(/^0\s+lost\s+0\s+doubled/)
  await page
    .getByRole('region', { name: 'Rules broken' })
    .getByRole('button', { name: /^Order \d+$/ })
    .first()
    .click()
  await page.getByText(rule).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.close()
})

test.runIf(isFull)(
  'one dot after another by keyboard, and the address names the order and every slider',
  async () => {
    const page = await open(address, { width: 390, bypassCSP: true })
    await page.getByRole('button', { name: /^Order 1:/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const story = page.getByRole('heading', { name: 'The story of order 2' })
    await story.waitFor()
    const isSeen = () => story.evaluate((heading) => heading.getBoundingClientRect().bottom < innerHeight)
    expect(await isSeen()).toBe(true)
    await page.emulateMedia({ forcedColors: 'active' })
    const ring = (dot: string) =>
      page.locator(`.legend .dot.${dot}`).evaluate((one) => getComputedStyle(one).borderTopColor)
    expect(await ring('paid')).not.toBe(await ring('waiting'))
    await page.emulateMedia({ forcedColors: 'none' })
    await page.getByLabel('Lost callbacks').press('End')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('callbackLoss')).toBe('100')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      seed: '2',
      kills: '120',
      order: '2',
    })
    expect(await violations(page)).toEqual([])
    await page.close()
  },
)

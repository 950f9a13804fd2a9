import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../server/world.ts'
import { launchChromium } from '../chromium.ts'
import { builtConsole, type Desk, openConsole, openDesk, signIn, token } from './desk.ts'

let browser: Browser
let world: World
let desk: Desk

beforeAll(async () => {
  const [script, launched] = await Promise.all([builtConsole(), launchChromium()])
  browser = launched
  world = createWorld({ paypane: { adminToken: token } })
  desk = await openDesk(world, script)
})
afterAll(async () => {
  await browser.close()
  await desk.close()
})

test('without the token, or with a wrong one, nobody comes in, and is told so', async () => {
  const { page } = await openConsole(browser, desk)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page, '  ')
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Type the administrator token.')
  await signIn(page, 'слово')
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('not the administrator token')
  expect(asked).toEqual([])

  await signIn(page, `${token}.`)
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('not the administrator token')
  expect(asked).toHaveLength(1)
  expect(await page.getByRole('navigation').count()).toBe(0)

  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  await page.context().close()
})

test('the token is kept in memory alone: a reload, another tab and signing out all end at the door', async () => {
  const { page, complaints } = await openConsole(browser, desk)
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  const kept = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
    ]),
  )
  expect(kept).not.toContain(token)
  expect(await page.content()).not.toContain(token)

  const other = await page.context().newPage()
  await other.goto(desk.address)
  await other.getByLabel('Administrator token').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Administrator token').waitFor()
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  await page.reload()
  await page.getByLabel('Administrator token').waitFor()
  expect(await page.getByLabel('Administrator token').inputValue()).toBe('')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a token that the server no longer takes ends the session at the next question', async () => {
  const { page } = await openConsole(browser, desk)
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  world.restart({ adminToken: 'another' })
  try {
    const ended = page.getByText('does not take the token any more')
    // The list asks by itself too: whichever question comes first ends it.
    await Promise.any([page.getByRole('link', { name: 'Payouts' }).click(), ended.waitFor()])
    await ended.waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
  } finally {
    world.restart()
  }
  await page.context().close()
})

test('the page lets in its own file and the admin API, and nothing else', async () => {
  const answer = await fetch(desk.address)
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy.split('; ')).toContain(rule)
  expect(policy).not.toMatch(/unsafe|data:|https?:/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const html = await answer.text()
  expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/)

  const { page } = await openConsole(browser, desk)
  const tried = await page.evaluate(() => {
    const attempts = [
      () => {
        document.body.insertAdjacentHTML('beforeend', '<b>in</b>')
      },
      () => {
        document.createElement('script').text = 'globalThis.in = 1'
      },
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'done'
      } catch {
        return 'refused'
      }
    })
  })
  expect(tried).toEqual(['refused', 'refused'])
  const elsewhere = await page.evaluate(async () => {
    const violated = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
    })
    const answer = await fetch('https://elsewhere.example/').then(
      () => 'answered',
      () => 'refused',
    )
    return [answer, await violated]
  })
  expect(elsewhere).toEqual(['refused', 'connect-src'])
  await page.context().close()
})

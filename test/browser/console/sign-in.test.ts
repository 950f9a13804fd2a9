import { expect, test } from 'vitest'
import { sharedChromium } from '../shared-chromium.ts'
import { openConsole, sharedShop, signIn, token } from './console-server.ts'

const chromium = sharedChromium()
const shop = sharedShop()

test('without the right token signing in fails with a message', async () => {
  const { page } = await openConsole(chromium.browser, shop.server)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await signIn(page, '  ')
  await expect.poll(() => page.getByRole('alert').textContent()).toContain("Enter your operator's token.")
  await signIn(page, 'слово')
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('does not accept this token')
  expect(requests).toEqual([])

  await signIn(page, `${token}.`)
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('does not accept this token')
  expect(requests).toHaveLength(1)
  expect(await page.getByRole('navigation').count()).toBe(0)

  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  await page.context().close()
})

test('the token is kept in memory only: a reload, another tab and signing out need it again', async () => {
  const { page, consoleErrors } = await openConsole(chromium.browser, shop.server)
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  const browserState = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
    ]),
  )
  expect(browserState).not.toContain(token)
  expect(await page.content()).not.toContain(token)

  const other = await page.context().newPage()
  await other.goto(shop.server.address)
  await other.getByLabel("Operator's token").waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel("Operator's token").waitFor()
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  await page.reload()
  await page.getByLabel("Operator's token").waitFor()
  expect(await page.getByLabel("Operator's token").inputValue()).toBe('')
  expect(consoleErrors).toEqual([])
  await page.context().close()
})

test('a token that the server no longer accepts ends the session at the next request', async () => {
  const { page } = await openConsole(chromium.browser, shop.server)
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  shop.harness.restart({ adminToken: 'another' })
  try {
    const ended = page.getByText('no longer accepts the token')
    // The list also polls: the first request of either ends the session.
    await Promise.any([page.getByRole('link', { name: 'Payouts' }).click(), ended.waitFor()])
    await ended.waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
  } finally {
    shop.harness.restart()
  }
  await page.context().close()
})

test('fifteen minutes without input lock the console, and input before that keeps it open', async () => {
  const { page } = await openConsole(chromium.browser, shop.server)
  await page.clock.install()
  await signIn(page)
  await page.getByRole('heading', { name: 'Checkouts' }).waitFor()
  await page.clock.fastForward('14:00')
  await page.keyboard.press('Shift')
  await page.clock.fastForward('14:00')
  expect(await page.getByRole('navigation').count()).toBe(1)
  // The computer slept: the first input finds the session over.
  await page.clock.fastForward('02:00')
  await page.keyboard.press('Shift')
  await page.getByText('Locked after 15 minutes without input.').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByLabel("Operator's token").inputValue()).toBe('')
  await page.context().close()
})

test('the content security policy allows only the script and the admin API', async () => {
  const response = await fetch(shop.server.address)
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy.split('; ')).toContain(rule)
  expect(policy).not.toMatch(/unsafe|data:|https?:/)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const html = await response.text()
  expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/)

  const { page } = await openConsole(chromium.browser, shop.server)
  const tryControl = await page.evaluate(() => {
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
  expect(tryControl).toEqual(['refused', 'refused'])
  const blocked = await page.evaluate(async () => {
    const violated = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
    })
    const answer = await fetch('https://elsewhere.example/').then(
      () => 'allowed',
      () => 'refused',
    )
    return [answer, await violated]
  })
  expect(blocked).toEqual(['refused', 'connect-src'])
  await page.context().close()
})

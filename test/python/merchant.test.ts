import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LenientCheckoutView } from '../../src/contract/index.ts'
import { callbackSignature } from '../../src/service/index.ts'
import { createSession } from '../../src/widget/core/session.ts'
import { startSandbox } from '../support/processes.ts'
import { hasPython, type PythonServer, startPython } from './server.ts'

if (!hasPython)
  process.stderr.write(
    'Skipped: docs/examples/merchant.py needs python3 3.10 or later, with SQLite 3.35 or later.\n',
  )

describe.skipIf(!hasPython)('docs/examples/merchant.py', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let folder: string
  let env: Record<string, string>
  let python: PythonServer

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'paypane-python-'))
    sandbox = await startSandbox()
    env = { ...sandbox.settings, PAYMENTS_TIMEOUT_MS: '200' }
    python = await startPython({ ...env, DATABASE: join(folder, 'shop.db') })
  })
  afterAll(async () => {
    await python.kill()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const lever = async (path: string, body: object = {}): Promise<void> => {
    const { ok, status } = await fetch(`${sandbox.url}/_sandbox${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    if (!ok) throw new Error(`${path}: ${status}`)
  }
  const orders = async (): Promise<{ externalId: string; paymentDetails: Record<string, string> }[]> =>
    (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
  const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${python.url}/pay${path}`, { method: 'POST', body, headers })
  const open = async (order: string): Promise<LenientCheckoutView> =>
    LenientCheckoutView.parse(await (await post('/checkouts', JSON.stringify({ order }))).json())
  const view = async (id: string): Promise<LenientCheckoutView> =>
    LenientCheckoutView.parse(await (await fetch(`${python.url}/pay/checkouts/${id}`)).json())
  const expectStatus = (id: string, status: string): Promise<void> =>
    expect.poll(async () => (await view(id)).status, { timeout: 15_000, interval: 50 }).toBe(status)
  const orderAt = async (index: number) => {
    const order = (await orders())[index]
    if (order === undefined) throw new Error('The sandbox has no such order.')
    return order
  }

  describe('an order', () => {
    // Each test starts with an empty sandbox and an empty database.
    beforeEach(async () => {
      await lever('/reset')
      await python.kill()
      python = await startPython({ ...env, DATABASE: join(folder, `${randomUUID()}.db`) })
    })

    test('is paid: the payer sees the payment details, and the shop is notified once', async () => {
      const { id, status, action, amount } = await open('1042')
      const { externalId, paymentDetails } = await orderAt(0)
      expect({ status, amount }).toEqual({ status: 'pending', amount: { value: '1250.00', currency: 'UAH' } })
      const { card, fio, number, iban, accountNumber, qrUrl, formUrl } = paymentDetails
      expect(action).toMatchObject({
        ...{ type: 'transfer', card, iban, accountNumber, formUrl },
        ...{ recipient: fio, phone: number, qr: qrUrl },
      })
      await lever(`/orders/${externalId}`, { do: 'pay' })
      await expectStatus(id, 'succeeded')
      expect(await view(id)).toMatchObject({ final: true, action: null, paid: { value: '1250.00' } })
      await expect
        .poll(() => python.lines.filter((line) => line.startsWith('paid')), { timeout: 10_000 })
        .toEqual(['paid 1042 1250.00'])
    })

    test('is followed by the widget until it is final', async () => {
      const session = createSession(
        { endpoint: `${python.url}/pay`, order: '1042' },
        {
          fetch: (url, init) => fetch(url, init),
          now: () => Date.now(),
          setTimer(ms, run) {
            const timer = setTimeout(run, ms)
            return () => clearTimeout(timer)
          },
          language: () => null,
          random: () => 0,
          watchPage: () => () => undefined,
        },
      )
      try {
        await expect.poll(() => session.state.view?.status).toBe('pending')
        await lever(`/orders/${(await orderAt(0)).externalId}`, { do: 'pay' })
        await expect.poll(() => session.state.view?.status, { timeout: 10_000 }).toBe('succeeded')
      } finally {
        session.stop()
      }
    })

    test('is created once for ten concurrent first requests', async () => {
      const views = await Promise.all(Array.from({ length: 10 }, () => open('1042')))
      expect(new Set(views.map(({ id }) => id)).size).toBe(1)
      expect(await orders()).toHaveLength(1)
    })

    test('succeeds after a correction, and a success is never taken back', async () => {
      const { id } = await open('1042')
      const { externalId } = await orderAt(0)
      await lever(`/orders/${externalId}`, { do: 'fail' })
      await expectStatus(id, 'failed')
      expect((await view(id)).final).toBe(false)
      await lever(`/orders/${externalId}`, { do: 'correct' })
      await expectStatus(id, 'succeeded')
      await lever(`/orders/${externalId}`, { do: 'status', status: 'Failed' })
      expect((await view(id)).status).toBe('succeeded')
    })

    test.each(['drop-after', 'status:503'])(
      'with a lost create response (%s) is found, and neither failed nor sent again',
      async (effect) => {
        await lever('/faults', {
          on: 'deposit.create',
          effect,
          ...(effect === 'status:503' && { commit: true }),
        })
        const { id, status } = await open('1042')
        expect(status).toBe('preparing')
        const { externalId } = await orderAt(0)
        await expectStatus(id, 'pending')
        await lever(`/orders/${externalId}`, { do: 'pay' })
        await expectStatus(id, 'succeeded')
        expect(await orders()).toHaveLength(1)
      },
    )

    test('that is refused is failed and final', async () => {
      await lever('/faults', { on: 'deposit.create', effect: 'status:423' })
      expect(await open('1042')).toMatchObject({ status: 'failed', final: true })
    })

    test('continues after the server is killed before the payment', async () => {
      const file = { DATABASE: join(folder, 'killed.db') }
      await python.kill()
      python = await startPython({ ...env, ...file })
      const { id } = await open('1042')
      await python.kill()
      await lever(`/orders/${(await orderAt(0)).externalId}`, { do: 'pay' })
      python = await startPython({ ...env, ...file })
      await expectStatus(id, 'succeeded')
    })

    test('is not changed by a forged callback', async () => {
      const { id } = await open('1042')
      const { externalId } = await orderAt(0)
      const body = JSON.stringify({ externalId, status: 'Success', amount: '1250.00', orderType: 'Deposit' })
      expect((await post('/callbacks', body, { signature: '0'.repeat(64) })).status).toBe(401)
      expect((await view(id)).status).toBe('pending')
    })
  })

  describe('a callback', () => {
    const key = (): string => sandbox.settings['PAYMENTS_PRIVATE_KEY'] ?? ''
    const callbackOf = (amount: string, text = amount): [string, Parameters<typeof callbackSignature>[0]] => [
      `{"externalId":"A1","status":"Success","amount":${text},"orderType":"Deposit"}`,
      { externalId: 'A1', status: 'Success', amount, orderType: 'Deposit' },
    ]

    test.each([
      ['amount as a number', callbackOf('100.00')],
      ['amount as a string', callbackOf('100.00', '"100.00"')],
      ['amount without decimals', callbackOf('100')],
    ])('is accepted: %s', async (_, [body, fields]) => {
      const signature = await callbackSignature(fields, key())
      expect((await post('/callbacks', body, { signature })).status).toBe(200)
      expect((await post('/callbacks', body, { signature: signature.toUpperCase() })).status).toBe(200)
    })

    test.each([
      ['another amount', callbackOf('100.00')[1], callbackOf('900.00')[0]],
      ['the same number with other digits', callbackOf('100')[1], callbackOf('100.00')[0]],
      [
        'a duplicate key',
        callbackOf('1')[1],
        '{"externalId":"A1","status":"Success","amount":9,"amount":1,"orderType":"Deposit"}',
      ],
      ['an array', callbackOf('1')[1], '[]'],
      ['invalid JSON', callbackOf('1')[1], 'Success'],
    ])('is rejected: %s', async (_, fields, body) => {
      const signature = await callbackSignature(fields, key())
      expect((await post('/callbacks', body, { signature })).status).toBe(401)
    })
  })

  test.each([
    ['an unknown order', '{"order":"7"}', 404],
    ['a missing order', '{}', 404],
    ['invalid JSON', 'order', 404],
    ['a body of more than 64 KiB', 'x'.repeat(65_537), 413],
  ])('rejects %s', async (_, body, status) => {
    expect((await post('/checkouts', body)).status).toBe(status)
  })
})

import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandbox, frozenTime } from '../../src/sandbox/index.ts'
import { createService } from '../simulator/service.ts'
import {
  keyOf,
  type Profile,
  privateKeyOf,
  type SentCallback,
  serviceUrls,
  signatureOf,
} from '../simulator/service-wire.ts'

/** A service under the same requests: the sandbox, or what the simulator has, which was read from the interface alone. */
interface Peer {
  callbacks: (SentCallback & { at: number })[]
  request(profile: Profile, path: string, init?: RequestInit): Promise<{ status: number; json: string }>
  keyOf(profile: Profile): string
  change(externalId: string, to: 'pay' | 'fail' | 'correct'): Promise<unknown>
  advance(seconds: number): Promise<void>
}

const hosts = { p2p: 'core', form: 'init', token: 'token', payout: 'core' } as const
const kindOf = (profile: Profile): string => (profile === 'payout' ? 'withdrawal' : 'deposit')
const hostOf = (profile: Profile, path: string) => (path === '' ? hosts[profile] : 'core')
const answered = async (response: Response) => ({ status: response.status, json: await response.text() })

async function sandboxPeer(status: () => number): Promise<Peer> {
  const callbacks: Peer['callbacks'] = []
  const url = 'http://sandbox.test'
  const sandbox = createSandbox({
    url,
    seed: 'interface',
    clock: frozenTime(),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const signature = request.headers.get('signature') ?? ''
      callbacks.push({ url: request.url, body: await request.text(), signature, at: sandbox.clock.now() })
      return new Response(null, { status: status() })
    },
  })
  const env = sandbox.env()
  const post = (path: string, body: unknown) =>
    sandbox.fetch(`${url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const settings = { scenarios: false, currencies: ['UAH', 'EUR'], lookups: 'pipeline' }
  await post('config', { ...settings, callbacks: { privateKey: 'key' } })
  return {
    callbacks,
    request: async (profile, path, init) =>
      await answered(
        await sandbox.fetch(
          `${url}/${hostOf(profile, path)}/api/v1/integration/${kindOf(profile)}-order/${path}`,
          init,
        ),
      ),
    keyOf: (profile) => env[`PAYMENTS_${profile.toUpperCase()}_KEY`] ?? '',
    change: (externalId, to) => post(`orders/${externalId}`, { do: to }),
    advance: (seconds) => sandbox.clock.advance(seconds),
  }
}

function simulatedPeer(status: () => number): Peer {
  let now = 0
  const timers: { at: number; call: () => void }[] = []
  const callbacks: Peer['callbacks'] = []
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const service = createService({
    clock: {
      now: () => now,
      after(ms, call) {
        timers.push({ at: now + ms, call })
        return () => undefined
      },
    },
    async deliver(callback) {
      callbacks.push({ ...callback, at: now })
      return status()
    },
    callsAmounts: true,
    namesNoPlace: () => false,
    lateCards: false,
    givesReasons: false,
    demands: null,
    cardOf: () => 'the storage token of a card',
  })
  return {
    callbacks,
    request: async (profile, path, init) =>
      await answered(
        await service.fetch(
          `${serviceUrls[hostOf(profile, path)]}/api/v1/integration/${kindOf(profile)}-order/${path}`,
          { ...init },
        ),
      ),
    keyOf,
    change: async (externalId, to) => service.change(externalId, { do: to }),
    async advance(seconds) {
      const until = now + seconds * 1000
      await settle()
      for (;;) {
        const [due] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
        if (due === undefined) break
        timers.splice(timers.indexOf(due), 1)
        now = due.at
        due.call()
        await settle()
      }
      now = until
    },
  }
}

/** A create, and the one thing that is wrong with it. */
interface Create {
  profile: Profile
  /** As JSON: a number with its digits, or a text in its quotes. */
  amount: string
  currency: string
  id: string
  wrong: keyof typeof wrongs | 'no key' | 'another key' | 'a key of the other kind' | 'content type' | null
}

/** What replaces members of the body. */
const wrongs = {
  'a negative amount': { amount: -1 },
  'no amount': { amount: undefined },
  'zero as the amount': { amount: 0 },
  'an empty id': { externalTransactionId: '' },
  'a field without a key': { additionalFields: [{ key: '', value: 'a' }] },
  'a field without a value': { additionalFields: [{ key: 'bankName', value: null }] },
  'no redirect': { successRedirectUrl: undefined },
  'redirects of a payout': { successRedirectUrl: 'https://shop.test/c' },
  'no token': { additionalFields: [{ key: 'email', value: 'a@b.c' }] },
  'an unknown currency': { currency: 'XYZ' },
  'more than the balance': { amount: 99_999_999 },
}

const changes = new Map<string, object>(Object.entries(wrongs))

async function send(peer: Peer, { profile, amount, currency, id, wrong }: Create) {
  const redirects = {
    processingRedirectUrl: 'https://shop.test/a',
    failedRedirectUrl: 'https://shop.test/b',
    successRedirectUrl: 'https://shop.test/c',
  }
  const body = {
    amount: 'AMOUNT',
    currency,
    externalTransactionId: id,
    callbackUrl: 'https://shop.test/callbacks',
    ...(profile === 'payout' ? {} : redirects),
    ...(profile === 'token' ? { additionalFields: [{ key: 'cardStorageToken', value: 'cst_1111_a' }] } : {}),
    ...changes.get(wrong ?? ''),
  }
  const otherKind = profile === 'payout' ? 'p2p' : 'payout'
  const key =
    wrong === 'another key' ? 'x' : peer.keyOf(wrong === 'a key of the other kind' ? otherKind : profile)
  return await peer.request(profile, '', {
    method: 'POST',
    headers: {
      'content-type': wrong === 'content type' ? 'text/plain' : 'application/json',
      ...(wrong === 'no key' ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body).replace('"AMOUNT"', amount),
  })
}

/** The value of a member, with its digits as they were sent. */
const textOf = (json: string, name: string): string =>
  new RegExp(`"${name}":\\s*("[^"]*"|[^,}\\]]*)`).exec(json)?.[1]?.replaceAll('"', '') ?? ''
const statusesBefore = ['Init', 'Created', 'Processing']
/** Of an open order the interface does not say when it moves on. */
const outcomeOf = (status: string): string => (statusesBefore.includes(status) ? 'open' : status)
const sameDigits = (amount: string): string => String(Number(amount))

/** What both have to answer to a create in the same way. */
function essentialOfCreate({ profile }: Create, { status, json }: { status: number; json: string }) {
  if (status === 401 || status === 403) return { status }
  if (status === 415) return { status, named: textOf(json, 'status'), hasTitle: textOf(json, 'title') !== '' }
  if (status !== 200) {
    // Of an invalid request the interface names neither the label nor the code.
    const [label, code] = [textOf(json, 'label'), textOf(json, 'code').replace('null', '')]
    const isNamed = code !== ''
    return {
      status,
      code,
      label: isNamed ? label : label.endsWith('VALIDATION_ERROR'),
      hasMessage: textOf(json, 'message') !== '',
      description: isNamed && textOf(json, 'statusDescrption'),
    }
  }
  const hasForm = URL.canParse(textOf(json, 'formUrl'))
  return { status, orderStatus: textOf(json, 'orderStatus'), hasForm: profile === 'payout' || hasForm }
}

function essentialOfLookup({ status, json }: { status: number; json: string }) {
  if (status !== 200) return { status, label: textOf(json, 'label') }
  const orderStatus = textOf(json, 'orderStatus')
  const codes = [...json.matchAll(/"newCode":"([^"]*)"/g)].map(([, code = '']) => code)
  const state = { Success: '3', Failed: '4' }[orderStatus]
  return {
    status,
    outcome: outcomeOf(orderStatus),
    amount: sameDigits(textOf(json, 'amount')),
    currency: textOf(json, 'currency'),
    hasCodes: codes.length > 0 && codes.every((code) => /^[1-6]\.[0-2]\.[0-5]\.\d\d$/.test(code)),
    isExplained: state === undefined || codes.some((code) => code.split('.')[2] === state),
    token: textOf(json, 'cardStorageToken') !== '',
  }
}

const profile = fc.constantFrom<Profile>('p2p', 'form', 'token', 'payout')
const wrongOf: Record<Profile, Create['wrong'][]> = {
  p2p: ['no redirect', 'an unknown currency'],
  form: ['an unknown currency'],
  token: ['no token'],
  payout: ['more than the balance', 'an unknown currency', 'redirects of a payout'],
}
const create = profile.chain((chosen) =>
  fc.record({
    type: fc.constant('create' as const),
    request: fc.record({
      profile: fc.constant(chosen),
      amount: fc.constantFrom('10.00', '"10.00"', '7.1', '99.994', '99.995', '0.01', '1250', '33.335'),
      currency: fc.constantFrom('UAH', 'EUR'),
      // Some come twice.
      id: fc.integer({ min: 0, max: 11 }).map((n) => `${kindOf(chosen)}-${n}`),
      wrong: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Create['wrong']>(null) },
        {
          weight: 2,
          arbitrary: fc.constantFrom<Create['wrong']>(
            ...(['no key', 'another key', 'a key of the other kind', 'content type'] as const),
            ...(['a negative amount', 'no amount', 'zero as the amount', 'an empty id'] as const),
            ...(['a field without a key', 'a field without a value'] as const),
            ...wrongOf[chosen],
          ),
        },
      ),
    }),
  }),
)
const which = fc.nat(20)
const step = fc.oneof(
  { weight: 4, arbitrary: create },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('pay' as const, 'fail' as const, 'correct' as const),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pass' as const), which }) },
)

test('the sandbox answers, calls back and signs as the simulator’s service does, which shares no code with it', async () => {
  for (const file of globSync('test/simulator/service*.ts'))
    expect(readFileSync(file, 'utf8')).not.toContain('/src/')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const peers = [await sandboxPeer(() => 200), simulatedPeer(() => 200)]
      const placed: { profile: Profile; id: string; externalIds: string[] }[] = []
      const onBoth = async <T>(act: (peer: Peer, index: number) => Promise<T>): Promise<T[]> =>
        await Promise.all(peers.map(act))
      const lookUp = async (profile: Profile, path: (index: number) => string) => {
        const found = await onBoth(async (peer, index) => {
          const headers = { authorization: `Bearer ${peer.keyOf(profile)}` }
          return essentialOfLookup(await peer.request(profile, path(index), { headers }))
        })
        expect(found[0]).toEqual(found[1])
      }
      for (const [index, step] of steps.entries()) {
        if (step.type === 'create') {
          // Of two things that are wrong the interface does not say which one is answered.
          const id = step.request.wrong === null ? step.request.id : `wrong-${index}`
          const request = { ...step.request, id }
          const answers = await onBoth((peer) => send(peer, request))
          const [ofSandbox, ofService] = answers.map((answer) => essentialOfCreate(request, answer))
          expect(ofSandbox).toEqual(ofService)
          const externalIds = answers.map(({ json }) => textOf(json, 'externalId'))
          if (answers[0]?.status === 200) placed.push({ profile: request.profile, id, externalIds })
          await lookUp(request.profile, () => `${id}/status-by-external-transaction-id`)
        } else if (step.type === 'pass') await onBoth((peer) => peer.advance(step.which))
        else {
          const order = placed[step.which % Math.max(1, placed.length)]
          if (order === undefined) continue
          await onBoth((peer, index) => peer.change(order.externalIds[index] ?? '', step.type))
        }
        await onBoth((peer) => peer.advance(0))
      }
      await onBoth((peer) => peer.advance(60))
      for (const { profile, id, externalIds } of placed) {
        await lookUp(profile, (index) => `${externalIds[index]}/status`)
        await lookUp(profile, () => `${id}/status-by-external-transaction-id`)
      }
      const calledBack = peers.map(({ callbacks }, index) =>
        placed.map(({ externalIds }) =>
          callbacks
            .filter(({ body }) => textOf(body, 'externalId') === externalIds[index])
            .map(({ body }) => [
              textOf(body, 'status'),
              sameDigits(textOf(body, 'amount')),
              textOf(body, 'orderType'),
            ]),
        ),
      )
      expect(calledBack[0]).toEqual(calledBack[1])
      for (const [index, { callbacks }] of peers.entries())
        for (const { body, signature } of callbacks) {
          const fields = ['externalId', 'status', 'amount', 'orderType'].map((name) => [
            name,
            textOf(body, name),
          ])
          const signed = Object.fromEntries(fields)
          const keys = index === 0 ? ['key'] : [privateKeyOf('p2p'), privateKeyOf('form')]
          expect(keys.map((key) => signatureOf(signed, key))).toContain(signature)
        }
    }),
    { numRuns: 120 },
  )
})

test('a callback that is not acknowledged is repeated at the times of the interface', async () => {
  const minutes = [0, 7, 21, 42, 77, 133, 224, 371, 609, 994, 1617]
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom(500, 404, 302),
      async (refused, status) => {
        let answered = 0
        const answer = () => (answered++ < refused ? status : 204)
        for (const open of [sandboxPeer, simulatedPeer]) {
          answered = 0
          const peer = await open(answer)
          await send(peer, { profile: 'p2p', amount: '10.00', currency: 'UAH', id: 'p', wrong: null })
          await peer.advance(0)
          const start = peer.callbacks[0]?.at ?? 0
          await peer.advance(30 * 3600)
          expect(peer.callbacks.map(({ at }) => (at - start) / 60_000)).toEqual(minutes.slice(0, refused + 1))
        }
      },
    ),
    { numRuns: 20 },
  )
})

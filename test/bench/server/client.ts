import { callbackSignature } from 'paypane/service'
import { type Dispatcher, Pool } from 'undici'
import { rate } from '../measure.ts'
import { Job } from './job.ts'

/** The client process. Its first argument is a job as JSON; it prints the result as a JSON number. */
const privateKey = 'the private key'
const json = { 'content-type': 'application/json' }

type Call = Omit<Dispatcher.RequestOptions, 'origin' | 'signal' | 'opaque'>

const history = Array.from({ length: 950 }, () => ({
  Time: '2026-03-01T10:00:00',
  Action: 'Paid',
  NewCode: '5.1.3.00',
}))

/** 64 kB that have to be read to the end: the signed fields are the last. */
const rejectedBody = (externalId: string): string =>
  JSON.stringify({
    orderHistory: history,
    ...{ externalId, status: 'Success', amount: '10.00', orderType: 'Deposit' },
  })

/** Creates the `n`th request of a kind. */
const calls = {
  view: async ({ name, clientSecret = '' }) => ({
    method: 'GET',
    path: `/checkouts/${name}`,
    headers: { 'checkout-secret': clientSecret },
  }),
  html: async ({ name, clientSecret = '' }) => ({
    method: 'GET',
    path: `/checkouts/${name}`,
    headers: { 'checkout-secret': clientSecret, accept: 'text/html' },
  }),
  page: async ({ name }) => ({ method: 'GET', path: `/o/${name}` }),
  create: async ({ name }, n) => ({
    method: 'POST',
    path: '/checkouts',
    headers: json,
    body: JSON.stringify({ order: `${name}-${n}`, method: 'transfer' }),
  }),
  callback: async ({ name }, n) => {
    const fields = { externalId: `${name}-${n}`, status: 'Success', amount: '10.00', orderType: 'Deposit' }
    const signature = callbackSignature(fields, privateKey)
    const headers = { ...json, signature }
    return { method: 'POST', path: '/callbacks/p2p', headers, body: JSON.stringify(fields) }
  },
  rejected: async ({ name }) => ({
    method: 'POST',
    path: '/callbacks/p2p',
    headers: { ...json, signature: '0'.repeat(64) },
    body: rejectedBody(name),
  }),
  health: async ({ name }) => ({ method: 'POST', path: '/healthz', headers: json, body: rejectedBody(name) }),
} satisfies Record<string, (job: Extract<Job, { job: 'rate' }>, n: number) => Promise<Call>>

/** Returns the response's text; null for 304. */
async function send(pool: Pool, call: Call): Promise<string | null> {
  const { statusCode, body } = await pool.request(call)
  const text = await body.text()
  if (statusCode === 304) return null
  // What a stranger sends is refused.
  if ([400, 401, 404, 413, 429].includes(statusCode)) return text
  if (statusCode >= 300) throw new Error(`${call.path} responded with ${statusCode}: ${text}`)
  return text
}

/** Requests per second, distributed over all URLs, after a warm-up of a tenth. */
async function rateOf(job: Extract<Job, { job: 'rate' }>): Promise<number> {
  const pools = job.urls.map(
    (url) => new Pool(url, { connections: Math.ceil(job.concurrency / job.urls.length) }),
  )
  const warm = Math.ceil(job.count / 10)
  const prepared = await Promise.all(
    Array.from({ length: warm + job.count }, (_, n) => calls[job.of](job, n)),
  )
  const sendOne = async (n: number): Promise<void> => {
    const [pool, call] = [pools[n % pools.length], prepared[n]]
    if (pool !== undefined && call !== undefined) await send(pool, call)
  }
  await rate(warm, job.concurrency, (n) => sendOne(n - 1))
  return await rate(job.count, job.concurrency, (n) => sendOne(warm + n - 1))
}

/** Holds long polls, each on its own connection. Returns the number that received a success. */
async function holdPolls({ url, checkouts, count }: Extract<Job, { job: 'hold' }>): Promise<number> {
  const pool = new Pool(url, { connections: count })
  const open = async (): Promise<number> =>
    JSON.parse((await send(pool, { method: 'GET', path: '/stats' })) ?? '').openLongPolls
  /** Repeats the long poll until the view changes. */
  const longPoll = async ({ id, clientSecret, etag }: (typeof checkouts)[number]): Promise<boolean> => {
    const headers = { 'checkout-secret': clientSecret, 'if-none-match': etag }
    const call: Call = { method: 'GET', path: `/checkouts/${id}?wait=25`, headers }
    let answer = await send(pool, call)
    while (answer === null) answer = await send(pool, call)
    return JSON.parse(answer).status === 'succeeded'
  }
  const longPolls: Promise<boolean>[] = []
  while (longPolls.length < count) {
    // Waits until the server has accepted the previous ones.
    while ((await open()) < longPolls.length) await new Promise((resolve) => setTimeout(resolve, 5))
    for (const checkout of checkouts) longPolls.push(longPoll(checkout))
  }
  const answers = await Promise.all(longPolls)
  return answers.filter(Boolean).length
}

const job = Job.parse(JSON.parse(process.argv[2] ?? ''))
process.stdout.write(`${JSON.stringify(job.job === 'rate' ? await rateOf(job) : await holdPolls(job))}\n`)
// Closes the connections.
process.exit()

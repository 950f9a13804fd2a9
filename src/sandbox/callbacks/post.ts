import { argument, type Effect, type Faults, pause } from '../faults.ts'

/** What came of one attempt: an HTTP status with the beginning of the answer, or why there was none. */
export interface Answer {
  status: number | null
  body: string | null
  error: string | null
}

const patience = 10_000
const keptBytes = 1000

const noAnswer = (error: string): Answer => ({ status: null, body: null, error })

async function beginning(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < keptBytes) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text.slice(0, keptBytes)
}

async function send(
  fetcher: typeof fetch,
  address: string,
  body: string,
  signature: string,
): Promise<Answer> {
  try {
    const response = await fetcher(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    return { status: response.status, body: await beginning(response), error: null }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return noAnswer(timedOut ? `no answer in ${patience / 1000} s` : 'the connection failed')
  }
}

/** Sends a callback once, as the next fault on callbacks wants it. */
export async function post(
  fetcher: typeof fetch,
  faults: Faults,
  { address, body, signature }: { address: string; body: string; signature: string },
): Promise<Answer> {
  const effect: Effect | undefined = faults.take('callback')?.effect
  if (effect === 'drop-before') return noAnswer('dropped before it was sent')
  if (effect?.startsWith('status:')) return { status: argument(effect), body: null, error: 'not sent' }
  if (effect?.startsWith('delay:')) await pause(argument(effect))
  const text = effect === 'malformed' ? body.slice(0, Math.floor(body.length / 2)) : body
  const answer = await send(fetcher, address, text, signature)
  return effect === 'drop-after' ? noAnswer('the answer was dropped') : answer
}

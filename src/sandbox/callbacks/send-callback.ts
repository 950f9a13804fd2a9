import { delay, type Effect, effectArgument, type Faults } from '../faults.ts'

/** The result of an attempt: an HTTP status with the start of the response body, or an error. */
export interface AttemptResult {
  status: number | null
  body: string | null
  error: string | null
}

const timeoutMs = 10_000
const maxBodyLength = 1000

const noResponse = (error: string): AttemptResult => ({ status: null, body: null, error })

async function readPrefix(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < maxBodyLength) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text.slice(0, maxBodyLength)
}

async function postOnce(
  fetcher: typeof fetch,
  address: string,
  body: string,
  signature: string,
): Promise<AttemptResult> {
  try {
    const response = await fetcher(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await readPrefix(response), error: null }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return noResponse(timedOut ? `no response within ${timeoutMs / 1000} s` : 'the connection failed')
  }
}

/** Sends a callback once, with the effect of the next fault on callbacks. */
export async function sendCallback(
  fetcher: typeof fetch,
  faults: Faults,
  { address, body, signature }: { address: string; body: string; signature: string },
): Promise<AttemptResult> {
  const effect: Effect | undefined = faults.take('callback')?.effect
  if (effect === 'drop-before') return noResponse('dropped before it was sent')
  if (effect?.startsWith('status:')) return { status: effectArgument(effect), body: null, error: 'not sent' }
  if (effect?.startsWith('delay:')) await delay(effectArgument(effect))
  const sentBody = effect === 'malformed' ? body.slice(0, Math.floor(body.length / 2)) : body
  const result = await postOnce(fetcher, address, sentBody, signature)
  return effect === 'drop-after' ? noResponse('the response was dropped') : result
}

/** A `fetch` that returns the given responses in order and records the requests. */
export interface SentRequest {
  method: string
  url: string
  headers: Headers
  body: string | null
  redirect: RequestRedirect | undefined
  cache: RequestCache | undefined
  credentials: RequestCredentials | undefined
}

type Answer = Response | Error | (() => Response | Promise<Response>)

export function fakeService(...answers: Answer[]) {
  const requests: SentRequest[] = []
  const fake: typeof fetch = async (input, init) => {
    requests.push({
      method: init?.method ?? 'GET',
      url: String(input),
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? init.body : null,
      redirect: init?.redirect,
      cache: init?.cache,
      credentials: init?.credentials,
    })
    const answer = answers[requests.length - 1]
    if (answer === undefined) throw new Error('the fake service received an unexpected request')
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer() : answer
  }
  return { fetch: fake, requests }
}

export const json = (body: unknown, status = 200, type = 'application/json'): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': type },
  })

export const baseUrl = 'https://core.example/v7'
export const initUrl = 'https://init.example'
export const tokenUrl = 'https://token.example/t/'

export const p2pRequest = {
  amount: '100.00',
  currency: 'UAH',
  externalTransactionId: 'order-1',
  processingRedirectUrl: 'https://shop.example/processing',
  failedRedirectUrl: 'https://shop.example/failed',
  successRedirectUrl: 'https://shop.example/success',
}

export const tokenRequest = {
  amount: '100.00',
  currency: 'UAH',
  externalTransactionId: 'order-1',
  additionalFields: [{ key: 'cardStorageToken', value: 'token-1' }],
}

export const payoutRequest = { amount: '100.00', currency: 'UAH', externalTransactionId: 'payout-1' }

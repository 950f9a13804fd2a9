import { Hono, type Context as HonoContext } from 'hono'
import { type ProblemCode, problems } from '../../contract/problem-codes.ts'
import { StartAttempt } from '../../contract/requests.ts'
import { Method } from '../../contract/view.ts'
import { createCheckout, proveCounted } from '../checkout/create-checkout.ts'
import { currentView } from '../checkout/current-view.ts'
import { extendCheckout } from '../checkout/extend-checkout.ts'
import { type Authorized, type Payer, proveOrder } from '../checkout/proof.ts'
import { recordSeen } from '../checkout/record-seen.ts'
import { reportSent } from '../checkout/report-sent.ts'
import { startAttempt } from '../checkout/start-attempt.ts'
import type { Context } from '../context.ts'
import { withTimeout } from '../lib/clock.ts'
import { messageOf } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Page, PageContent, Pages, PayerProgress, Receipt } from '../pages.ts'
import { paidAttempt } from '../rules/checkout/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import { isClaimForm, readClaimForm, refusedClaim, submitClaim } from './claim-form.ts'
import type { Env } from './env.ts'
import { fieldsOf, isCrossSite, readPayerForm } from './payer-bodies.ts'
import { payerOf } from './payer-of.ts'
import { html, type Routes } from './route.ts'
import { textStream } from './text-stream.ts'
import { viewToRender } from './view-response.ts'

/** If reading the order takes longer, the start of the page is sent first, with the status that is known by then. */
const startAfterMs = 50

/** The state of the page besides the order. */
interface PageState {
  problem?: ProblemError
  progress?: Partial<PayerProgress>
}

const noReload = { noreload: 'Without a script a page that waits does not load itself again' }

const notDone = html('Not done: the page shows why, and keeps the values of the form')
const token = { token: 'An order token, or a reference where those are permitted' }
const responses = {
  200: html('The page'),
  400: html('The reference is too long'),
  403: html('The order token has expired: the page shows only the outcome, or that the link has expired'),
  404: html('The order is unknown'),
  409: html('The order has an attempt for another amount'),
  429: html('Too many requests'),
  500: html('`order()` failed, or returned what cannot be paid'),
  503: html('The order cannot be read at present'),
}

/** The hosted payment page of an order token, which works without a script. A GET never starts an attempt. */
export const pageRoutes = {
  readPage: {
    method: 'get',
    path: '/o/:token',
    summary: 'The hosted payment page of an order. Starts nothing',
    params: token,
    query: {
      choose: 'The payer chooses a method again',
      method: { description: 'The payer fills in the fields of this method', schema: 'Method' },
      ...noReload,
    },
    responses,
  },
  submitPage: {
    method: 'post',
    path: '/o/:token',
    summary:
      'A form of the page, for browsers without JavaScript. A claim with its receipts is `multipart/form-data`',
    params: token,
    form: {
      fields: {
        act: { type: 'string', enum: ['start', 'choose', 'sent', 'extend'] },
        method: 'Method',
        after: { type: 'integer', minimum: 0, description: 'The number of attempts so far' },
        replace: { type: 'string', enum: ['true'], description: 'With `start`: replaces the open attempt' },
        sent: {
          type: 'string',
          enum: ['true', 'false'],
          description: 'With `sent`: whether the money was sent. Default: `true`',
        },
        back: { type: 'string', description: 'Present: the payer chooses a method again' },
      },
      others: '`fields[key]`: the value of a payer field',
    },
    responses: {
      303: 'Done: the page again',
      ...{ 400: notDone, 403: notDone, 404: notDone, 408: notDone, 409: notDone },
      ...{ 413: notDone, 415: notDone, 422: notDone, 429: notDone, 503: notDone },
      500: responses[500],
    },
  },
  readReturnPage: {
    method: 'get',
    path: '/return/:outcome',
    summary: 'The same page, after a payment form',
    params: {
      outcome: {
        description: 'The outcome in the return address. Proves nothing',
        schema: { type: 'string', enum: ['processing', 'success', 'failed'] },
      },
    },
    query: {
      order: { description: 'An order token of the purpose `return`, or a reference', required: true },
      ...noReload,
    },
    responses,
  },
} as const satisfies Routes

export function pageApp(context: Context, pages: Pages): Hono<Env> {
  const { clock, guard, site, log } = context
  const app = new Hono<Env>()
  const payerOnPage = (c: HonoContext<Env>): Payer => ({ ...payerOf(context, c), orderInAddress: true })
  const pathOf = (order: string): string => `${site.base}/o/${encodeURIComponent(order)}`

  async function open(c: HonoContext<Env>, order: string) {
    const authorized = await createCheckout(context, { order }, payerOnPage(c))
    if (authorized.proof.access === 'pay') await recordSeen(context, authorized.checkout)
    return {
      view: await viewToRender(context, authorized, [pages.language(c.req.raw)]),
      receipt: receiptOf(authorized.checkout),
    }
  }

  /** The content of a page, with the headers of its problem. */
  async function contentOf(c: HonoContext<Env>, order: string, state: PageState) {
    const opened = await outcomeOf(c, () => open(c, order))
    const error = opened.error ?? state.problem ?? null
    return {
      ...(opened.value ?? { view: null, receipt: null }),
      problem: error?.code ?? null,
      headers: error?.headers ?? {},
      progress: state.progress ?? {},
      formAction: pathOf(order),
      noReloadUrl: noReloadUrlOf(c),
    }
  }

  async function respond(c: HonoContext<Env>, order: string, state: PageState = {}): Promise<Response> {
    const page = await pages.page(c.req.raw, site)
    const headers = { ...page.headers, 'content-type': 'text/html; charset=utf-8' }
    const opening = contentOf(c, order, state)
    const content = await withTimeout(clock, startAfterMs, opening)
    if (content === null) {
      const onError = (error: unknown): void => logFailure(c, error)
      return new Response(textStream(streamed(page, opening), onError), {
        status: statusOf(state.problem?.code),
        headers: { ...headers, ...state.problem?.headers },
      })
    }
    return new Response(page.start + (await page.rest(content)), {
      status: statusOf(content.problem),
      headers: { ...headers, ...content.headers },
    })
  }

  async function* streamed(page: Page, opening: Promise<PageContent>): AsyncGenerator<string> {
    yield page.start
    yield await page.rest(await opening)
  }

  const logFailure = ({ var: { requestId: request } }: HonoContext<Env>, error: unknown): void =>
    log({ level: 'error', message: `payment page failed: ${messageOf(error)}`, request })

  /** A problem is shown on the page; any other failure is logged, and shown as `unavailable`. */
  async function outcomeOf<T>(c: HonoContext<Env>, work: () => Promise<T>): Promise<Outcome<T>> {
    try {
      return { value: await work(), error: null }
    } catch (error) {
      if (error instanceof ProblemError) return { value: null, error }
      logFailure(c, error)
      return { value: null, error: new ProblemError('unavailable') }
    }
  }

  /** Beyond the limit of its address a forged token gets no page: rendering one costs more than refusing. */
  async function refuseForged(c: HonoContext<Env>, order: string): Promise<Response | null> {
    const payer = payerOnPage(c)
    if (!guard.unknownOrders.isLimited(payer.address)) return null
    const { error } = await outcomeOf(c, () => proveCounted(context, order, payer))
    return error?.code === 'rate_limited' ? plainPage(error) : null
  }

  app.get(pageRoutes.readPage.path, async (c) => {
    const order = c.req.param('token')
    const refusal = await refuseForged(c, order)
    if (refusal !== null) return refusal
    const method = Method.safeParse(c.req.query('method')).data
    return await respond(c, order, {
      progress: {
        choosingAgain: c.req.query('choose') !== undefined,
        fillingIn: method === undefined ? null : { method },
      },
    })
  })

  const seeOther = (order: string, query = ''): Response =>
    new Response(null, { status: 303, headers: { location: `${pathOf(order)}${query}` } })

  async function act(
    c: HonoContext<Env>,
    order: string,
    work: (authorized: Authorized, payer: Payer) => Promise<unknown>,
  ): Promise<Response> {
    const payer = payerOnPage(c)
    const { error } = await outcomeOf(c, async () => {
      await work(await createCheckout(context, { order }, payer), payer)
    })
    return error === null ? seeOther(order) : await respond(c, order, { problem: error })
  }

  async function claimByForm(c: HonoContext<Env>, order: string): Promise<Response> {
    const payer = payerOnPage(c)
    const read = await outcomeOf(c, async () => {
      const authorized = await createCheckout(context, { order }, payer)
      return { authorized, form: await readClaimForm(context, authorized, payer) }
    })
    if (read.value === null) return await respond(c, order, { problem: read.error })
    const { authorized, form } = read.value
    const { error } = await outcomeOf(c, () => submitClaim(context, authorized, form, payer))
    if (error === null) return seeOther(order)
    return await respond(c, order, { problem: error, progress: refusedClaim(form, error) })
  }

  async function startByForm(c: HonoContext<Env>, order: string, request: StartAttempt): Promise<Response> {
    const { method, fields } = request
    const payer = payerOnPage(c)
    const { value, error } = await outcomeOf(c, async () => {
      const authorized = await createCheckout(context, { order }, payer)
      // The payer fills in the fields of a method after choosing it.
      if (fields === undefined) {
        const view = await currentView(context, authorized.checkout, authorized.proof)
        if (view.fields?.[method]?.length) return `?method=${method}`
      }
      await startAttempt(context, authorized, request, payer)
      return ''
    })
    if (value !== null) return seeOther(order, value)
    return await respond(c, order, {
      problem: error,
      progress: { fillingIn: { method, fields }, fieldErrors: error.fields ?? [] },
    })
  }

  app.post(pageRoutes.submitPage.path, async (c) => {
    const order = c.req.param('token')
    const refusal = await refuseForged(c, order)
    if (refusal !== null) return refusal
    // Without a proof the form is not read: the page counts the request and shows the problem.
    const proof = await outcomeOf(c, () => proveOrder(context, order))
    if (proof.error !== null) return await respond(c, order)
    if (isCrossSite(c.req.raw)) return await respond(c, order, { problem: new ProblemError('forbidden') })
    if (isClaimForm(c.req.raw)) return await claimByForm(c, order)
    const read = await outcomeOf(c, () => readForm(context, payerOnPage(c)))
    if (read.value === null) return await respond(c, order, { problem: read.error })
    const form = read.value
    switch (form.act) {
      case 'start':
        return await startByForm(c, order, form.start)
      case 'sent':
        return await act(c, order, (authorized, payer) =>
          reportSent(context, authorized, form.attempt, form, payer),
        )
      case 'extend':
        return await act(c, order, (authorized, payer) => extendCheckout(context, authorized, payer))
      case 'choose':
        return seeOther(order, '?choose')
      case null:
        return seeOther(order)
    }
  })

  app.get(pageRoutes.readReturnPage.path, async (c) => {
    const order = c.req.query('order') ?? ''
    return (await refuseForged(c, order)) ?? (await respond(c, order, { progress: { returned: true } }))
  })

  return app
}

/** Relative to the page, with the order that the address of a return has. */
function noReloadUrlOf(c: HonoContext<Env>): string | null {
  const { order, noreload } = c.req.query()
  if (noreload !== undefined) return null
  return order === undefined ? '?noreload' : `?order=${encodeURIComponent(order)}&noreload`
}

const statusOf = (problem: ProblemCode | null | undefined): number =>
  problem ? problems[problem].status : 200

/** A problem in English, without styles. */
const plainPage = ({ code, message, headers }: ProblemError): Response =>
  new Response(`<!doctype html><title>${problems[code].title}</title><p>${message}</p>`, {
    status: problems[code].status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
    },
  })

function receiptOf(checkout: Checkout): Receipt | null {
  const { finalAt, externalId } = paidAttempt(checkout) ?? { finalAt: null, externalId: null }
  return finalAt === null ? null : { at: new Date(finalAt), reference: externalId ?? checkout.id }
}

type Outcome<T> = { value: T; error: null } | { value: null; error: ProblemError }

/** What a form asks for; null: nothing that is known. */
type SubmittedForm =
  | { act: 'start'; start: StartAttempt }
  | { act: 'sent'; attempt: number; sent: boolean }
  | { act: 'extend' | 'choose' | null }

async function readForm(context: Context, payer: Payer): Promise<SubmittedForm> {
  const form = await readPayerForm(context, payer)
  const act = form.has('back') ? 'choose' : form.get('act')
  if (act === 'start') return { act, start: startOf(form) }
  if (act === 'sent') return { act, attempt: attemptOf(form), sent: form.get('sent') !== 'false' }
  return { act: act === 'extend' || act === 'choose' ? act : null }
}

const attemptOf = (form: URLSearchParams): number => Number(form.get('after') ?? Number.NaN)

/** `method`, `after`, `replace` and `fields[key]`. */
function startOf(form: URLSearchParams): StartAttempt {
  const fields = fieldsOf(form)
  const parsed = StartAttempt.safeParse({
    method: form.get('method'),
    after: attemptOf(form),
    ...(form.get('replace') === 'true' && { replace: true }),
    ...(Object.keys(fields).length > 0 && { fields }),
  })
  if (!parsed.success) throw new ProblemError('malformed')
  return parsed.data
}

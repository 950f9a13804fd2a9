import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono'
import { PayoutStatus } from '../../contract/payout.ts'
import type { ResolveReview } from '../../contract/review.ts'
import { Status } from '../../contract/view.ts'
import { plainAmount } from '../../service/amount.ts'
import type { Balance } from '../../service/balance.ts'
import {
  InvalidRequestError,
  PaymentsOutcomeUnknownError,
  PaymentsRefusedError,
} from '../../service/errors.ts'
import { auditLines, auditRead } from '../admin/audit.ts'
import { getBalance } from '../admin/balance.ts'
import { caseArchive, caseFile, caseText } from '../admin/case-file.ts'
import { declineClaim, listClaims } from '../admin/claims.ts'
import { eraseCustomer, exportCustomerAsText } from '../admin/customers.ts'
import { checkoutDetail, listCheckouts, payoutDetail } from '../admin/entry-detail.ts'
import { listEvents, resendEvent, resendEvents } from '../admin/events.ts'
import { exportAsCsv, requireComplete } from '../admin/export.ts'
import { createPayLink } from '../admin/pay-link.ts'
import { reopenCheckout } from '../admin/reopen-checkout.ts'
import { report, reportAsCsv } from '../admin/report.ts'
import { resolveReview } from '../admin/resolve-review.ts'
import { acknowledgeUnmatched, listUnmatched } from '../admin/unmatched-callbacks.ts'
import { checkoutById, checkoutOf } from '../checkout/stored-checkout.ts'
import { readReceipt } from '../claim/receipts.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import { createPayout, payoutByReference, payoutOf, ReceivedPayout } from '../payout/create-payout.ts'
import { decidePayout } from '../payout/decide-payout.ts'
import { createRefund, withdrawRefund } from '../refund/create-refund.ts'
import { followRefund } from '../refund/follow-refund.ts'
import { payerFieldOf } from '../rules/checkout/payer-fields.ts'
import { payoutViewOf } from '../rules/payout/view.ts'
import { isoTime } from '../rules/time.ts'
import type { AuditRecord } from '../store/audit.ts'
import type { EntryPage } from '../store/entries.ts'
import { type AdminRouteName, adminRoutes, isAdminRouteName } from './admin-routes.ts'
import { readJson } from './body.ts'
import {
  parseAuditQuery,
  parseCursor,
  parseEventQuery,
  parseExport,
  parseListQuery,
  parsePage,
  parseReportQuery,
} from './list-query.ts'
import { type AdminEnv, requireScope } from './operator-auth.ts'
import { textStream } from './text-stream.ts'

type Handler = (c: HonoContext<AdminEnv>) => Response | Promise<Response>

/** The operators' routes, behind `auth`. Each needs the scope of `adminRoutes`. */
export function adminApp(context: Context, auth: MiddlewareHandler<AdminEnv>): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>()
  app.use(auth)
  const handlers = createHandlers(context)
  for (const name of Object.keys(adminRoutes).filter(isAdminRouteName)) {
    const { method, path, scope } = adminRoutes[name]
    app.on(method.toUpperCase(), path, requireScope(scope), handlers[name])
  }
  return app
}

function createHandlers(context: Context): Record<AdminRouteName, Handler> {
  const { store, clientAddress, pipelines, clock, log } = context

  const auditRecord = (
    c: HonoContext<AdminEnv>,
    action: AdminRouteName,
    ref: string | null,
    { detail = null, note = null }: { detail?: string | null; note?: string | null } = {},
  ): AuditRecord => ({
    at: clock.now(),
    operator: c.var.operator.name,
    address: clientAddress(c.req.raw, c.env),
    action,
    ref,
    detail,
    note,
  })
  const streamed = (parts: AsyncGenerator<string>): ReadableStream<Uint8Array> =>
    textStream(parts, (error) =>
      log({ level: 'error', message: `an export was aborted: ${messageOf(error)}` }),
    )

  async function decide(
    c: HonoContext<AdminEnv>,
    action: 'approvePayout' | 'rejectPayout',
  ): Promise<Response> {
    const { note: text = '' } = await readJson(c.req.raw, adminRoutes[action].body, clock)
    const note = text === '' ? null : text
    const reference = param(c, 'reference')
    const audit = auditRecord(c, action, reference, { note })
    const decision = { approved: action === 'approvePayout', audit, requestId: c.var.requestId }
    const decided = await decidePayout(context, reference, decision)
    await followRefund(context, decided)
    return c.json(await payoutDetail(context, decided))
  }

  return {
    readMe: (c) => c.json(c.var.operator),

    async listCheckouts(c) {
      const page = await listCheckouts(context, parseListQuery(c.req.query(), Status))
      return c.json({ checkouts: page.entries.map(({ summary }) => summary), ...endOfPage(page) })
    },
    async readCheckoutDetail(c) {
      const checkout = await checkoutById(context, param(c, 'id'))
      await auditRead(context, auditRecord(c, 'readCheckoutDetail', checkout.id))
      return c.json(await checkoutDetail(context, checkout))
    },
    async reviewCheckout(c) {
      const request = await readJson(c.req.raw, adminRoutes.reviewCheckout.body, clock)
      const checkout = await checkoutById(context, param(c, 'id'))
      const audit = auditRecord(c, 'reviewCheckout', checkout.id, reviewed(request))
      const resolved = checkoutOf(await resolveReview(context, checkout, request, audit))
      return c.json(await checkoutDetail(context, resolved))
    },
    async reopenCheckout(c) {
      const id = param(c, 'id')
      const reopened = await reopenCheckout(context, id, auditRecord(c, 'reopenCheckout', id))
      return c.json(await checkoutDetail(context, reopened))
    },

    async readCase(c) {
      const format = c.req.query('format') ?? 'json'
      const checkout = await checkoutById(context, param(c, 'id'))
      if (!['json', 'text', 'zip'].includes(format))
        throw new ProblemError('malformed', 'format: must be json, text or zip')
      await store.appendAudit(auditRecord(c, 'readCase', checkout.id, { detail: format }))
      if (format === 'zip')
        return c.body(await caseArchive(context, checkout), 200, {
          'content-type': 'application/zip',
          ...attachment(`case-${checkout.id}.zip`),
        })
      const file = await caseFile(context, checkout)
      return format === 'text' ? c.text(caseText(file)) : c.json(file)
    },
    async createRefund(c) {
      const request = await readJson(c.req.raw, adminRoutes.createRefund.body, clock)
      const { id, amount } = await checkoutById(context, param(c, 'id'))
      const detail = `${plainAmount(request.amount)} ${amount.currency}`
      const audit = auditRecord(c, 'createRefund', id, { detail, note: request.note })
      return c.json(await createRefund(context, id, request, audit), 201)
    },
    async withdrawRefund(c) {
      const id = param(c, 'id')
      const refund = param(c, 'refund')
      const audit = auditRecord(c, 'withdrawRefund', id, { detail: refund })
      return c.json(await checkoutDetail(context, await withdrawRefund(context, id, refund, audit)))
    },

    async listClaims(c) {
      const list = await listClaims(context, parsePage(c.req.query()))
      if (list.claims.length > 0) await auditRead(context, auditRecord(c, 'listClaims', null))
      return c.json(list)
    },
    async declineClaim(c) {
      const request = await readJson(c.req.raw, adminRoutes.declineClaim.body, clock)
      const number = claimNumber(c)
      const audit = auditRecord(c, 'declineClaim', number, { detail: request.reason, note: request.text })
      return c.json(await checkoutDetail(context, await declineClaim(context, number, request, audit)))
    },
    async readReceipt(c) {
      const number = claimNumber(c)
      const { type, name, data } = await readReceipt(context, number, param(c, 'receipt'))
      await auditRead(context, auditRecord(c, 'readReceipt', number))
      // Never shown as a page of this origin, whatever is in it.
      return c.body(data, 200, {
        'content-type': type,
        'content-security-policy': "sandbox; default-src 'none'",
        ...attachment(name),
      })
    },

    async linkCheckout(c) {
      const checkout = await checkoutById(context, param(c, 'id'))
      const link = orProblem(
        await createPayLink(context, checkout),
        'not_found',
        'Payment links need the options pages, orderSecret and publicUrl.',
      )
      await store.appendAudit(auditRecord(c, 'linkCheckout', checkout.id))
      return c.json(link)
    },

    async createPayout(c) {
      const request = await readJson(c.req.raw, ReceivedPayout, clock)
      const detail = `${plainAmount(request.amount)} ${request.currency}`
      const { payout, created } = await createPayout(context, request, {
        operator: c.var.operator.name,
        audit: auditRecord(c, 'createPayout', request.reference, { detail }),
        requestId: c.var.requestId,
      })
      const view = payoutViewOf(payout)
      const isOpen = view.status === 'preparing' || (created && view.status === 'awaiting_approval')
      return c.json(view, isOpen ? 202 : created ? 201 : 200)
    },
    async listPayouts(c) {
      const query = parseListQuery(c.req.query(), PayoutStatus)
      const page = await store.list({ kind: 'payout', ...query })
      return c.json({ payouts: page.entries.map(payoutViewOf), ...endOfPage(page) })
    },
    async readPayoutDetail(c) {
      const payout = await payoutByReference(context, param(c, 'reference'))
      await auditRead(context, auditRecord(c, 'readPayoutDetail', payout.reference))
      return c.json(await payoutDetail(context, payout))
    },
    async reviewPayout(c) {
      const request = await readJson(c.req.raw, adminRoutes.reviewPayout.body, clock)
      const payout = await payoutByReference(context, param(c, 'reference'))
      const audit = auditRecord(c, 'reviewPayout', payout.reference, reviewed(request))
      const resolved = payoutOf(await resolveReview(context, payout, request, audit))
      await followRefund(context, resolved)
      return c.json(await payoutDetail(context, resolved))
    },
    approvePayout: (c) => decide(c, 'approvePayout'),
    rejectPayout: (c) => decide(c, 'rejectPayout'),

    listUnmatchedCallbacks: async (c) => c.json(await listUnmatched(context, parsePage(c.req.query()))),
    async acknowledgeCallback(c) {
      const { note } = await readJson(c.req.raw, adminRoutes.acknowledgeCallback.body, clock)
      const id = param(c, 'id')
      const audit = auditRecord(c, 'acknowledgeCallback', id, { note })
      return c.json(await acknowledgeUnmatched(context, id, note, audit))
    },

    listEvents: async (c) => c.json(await listEvents(context, parseEventQuery(c.req.query()))),
    async resendEvent(c) {
      const id = param(c, 'id')
      return c.json(await resendEvent(context, id, auditRecord(c, 'resendEvent', id)))
    },
    async resendEvents(c) {
      const request = await readJson(c.req.raw, adminRoutes.resendEvents.body, clock)
      parseCursor(request.after)
      const { since, until = 'now', types } = request
      const detail = `${since} to ${until}${types === undefined ? '' : `: ${types.join(', ')}`}`
      const audit = auditRecord(c, 'resendEvents', null, { detail })
      return c.json(await resendEvents(context, request, audit))
    },
    async exportCsv(c) {
      const csvExport = parseExport(c.req.query())
      await requireComplete(context, csvExport)
      await store.appendAudit(auditRecord(c, 'exportCsv', null, { detail: csvExport.what }))
      return c.body(streamed(exportAsCsv(context, csvExport)), 200, csvHeaders(csvExport.what))
    },

    readReconciliation: async (c) => c.json({ last: await store.lastReconciliation() }),
    async recordReconciliation(c) {
      const result = await readJson(c.req.raw, adminRoutes.recordReconciliation.body, clock)
      const detail = `${result.compared} compared, ${result.total} difference${result.total === 1 ? '' : 's'}`
      const audit = auditRecord(c, 'recordReconciliation', null, { detail })
      const last = { ...result, at: isoTime(audit.at), operator: audit.operator }
      await store.recordReconciliation(last, audit)
      return c.json({ last })
    },
    async readReport(c) {
      const accepted = /^text\/csv\b/i.test(c.req.header('accept') ?? '') ? 'csv' : 'json'
      const { format, ...days } = parseReportQuery({ format: accepted, ...c.req.query() })
      const shown = await report(context, days)
      return format === 'json'
        ? c.json(shown)
        : c.body(reportAsCsv(shown), 200, csvHeaders(`report-${shown.from}-${shown.to}`))
    },
    async exportCustomer(c) {
      const customer = param(c, 'customer')
      await store.appendAudit(auditRecord(c, 'exportCustomer', customer))
      const body = streamed(exportCustomerAsText(context, customer))
      return c.body(body, 200, { 'content-type': 'application/json' })
    },
    async eraseCustomer(c) {
      const customer = param(c, 'customer')
      return c.json(await eraseCustomer(context, customer, auditRecord(c, 'eraseCustomer', customer)))
    },
    readAudit(c) {
      const body = streamed(auditLines(context, parseAuditQuery(c.req.query())))
      return c.body(body, 200, { 'content-type': 'application/x-ndjson' })
    },

    listPipelines: (c) =>
      c.json({
        pipelines: pipelines.all.map(({ name, profile, payerFields }) => ({
          name,
          profile,
          // The console is in English.
          ...(payerFields && { fields: payerFields.map((field) => payerFieldOf(field, ['en'])) }),
        })),
      }),
    async readBalance(c) {
      const currency = c.req.query('currency') ?? ''
      if (currency === '') throw new ProblemError('malformed', 'currency: required, as ?currency=')
      return c.json(await balanceOrProblem(context, currency, c.req.query('pipeline')))
    },
  }
}

const endOfPage = ({ after, truncated, unreadable }: Omit<EntryPage, 'entries'>) => ({
  next: after,
  ...(truncated && { truncated }),
  ...(unreadable.length > 0 && { unreadable }),
})

const param = (c: HonoContext<AdminEnv>, name: string): string => c.req.param(name) ?? ''

/** As a person may type it. */
const claimNumber = (c: HonoContext<AdminEnv>): string => param(c, 'number').toUpperCase()

const attachment = (name: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="${name}"`,
})

const reviewed = ({ attempt, action, note }: ResolveReview): { detail: string; note: string } => ({
  detail: `attempt ${attempt}: ${action}`,
  note,
})

const csvHeaders = (what: string): Record<string, string> => ({
  'content-type': 'text/csv; charset=utf-8; header=present',
  ...attachment(`${what}.csv`),
})

async function balanceOrProblem(
  context: Context,
  currency: string,
  pipeline: string | undefined,
): Promise<Balance> {
  try {
    return await getBalance(context, currency, pipeline)
  } catch (error) {
    if (error instanceof PaymentsRefusedError || error instanceof InvalidRequestError)
      throw new ProblemError('refused', error.message)
    if (error instanceof PaymentsOutcomeUnknownError)
      throw new ProblemError('service_unavailable', error.message)
    throw error
  }
}

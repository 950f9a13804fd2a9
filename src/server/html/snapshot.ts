import { h, type JSX } from 'preact'
import type { CheckoutView } from '../../contract/view.ts'
import { initialState, reduce } from '../../widget/core/reducer.ts'
import type { Session } from '../../widget/core/session.ts'
import { claimCode } from '../../widget/view/claim/form.tsx'
import { deferredParts } from '../../widget/view/deferred/parts.ts'
import type { Loader } from '../../widget/view/loader.ts'
import type { Model, PageServices } from '../../widget/view/model.ts'
import { payerFieldsForm } from '../../widget/view/payer-fields/screen.tsx'
import { screenOf } from '../../widget/view/screen-of.tsx'
import { Widget } from '../../widget/view/widget.tsx'
import type { PayerProgress } from '../pages.ts'

/** The input of a rendered widget. */
interface SnapshotOptions {
  options: Model['options']
  t: Model['t']
  view: CheckoutView
  progress: PayerProgress
  isLoopback: boolean
}

const ignore = () => undefined
const never = () => new Promise<never>(ignore)

/** What only a script in the page uses is not there. */
const code: Loader['code'] = {
  deferred: deferredParts,
  payerFields: payerFieldsForm,
  claim: claimCode,
}

/** The widget as it is at `view.now`, without a browser page. */
export function snapshot({ view, progress, options, t, isLoopback }: SnapshotOptions): JSX.Element {
  const { claiming, returned, ...shown } = progress
  // Servers in other languages may leave it out.
  const now = Date.parse(view.now) || Date.now()
  const received = reduce(initialState, { type: 'view', view, receivedAt: now })
  const state = { ...received, unconfirmed: true, ...shown }
  const session: Session = {
    state,
    subscribe: () => ignore,
    refresh: ignore,
    start: never,
    chooseAgain: ignore,
    cancelFillingIn: ignore,
    reportSent: ignore,
    extend: never,
    deleteCard: never,
    serverNow: () => now,
    stop: ignore,
  }
  const page: PageServices = {
    endpoint: '',
    setTimer: () => ignore,
    loadDeferred: never,
    isLoopback,
    emit: () => false,
  }
  const model: Model = {
    options,
    t,
    session,
    state,
    page,
    draft: { values: {} },
    code,
    load: never,
    parts: deferredParts,
    rerender: ignore,
    announce: ignore,
    onPress: ignore,
    copied: new Set(),
    redirector: {
      redirectedFor: returned ? view.attempts : undefined,
      follow: () => false,
      unopenedUrl: null,
    },
    typedClaim: claiming,
  }
  const content = screenOf(model)
  return h(Widget, { model, content, lost: null, announcement: content.heading })
}

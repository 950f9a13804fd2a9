import type { CheckoutView, Reason } from '../../../contract/view.ts'
import {
  canStartAgain,
  choiceCount,
  isAttemptsLimit,
  needsReplace,
  type SessionState,
} from '../../core/reducer.ts'
import type { DeferredMessageKey } from '../../i18n/deferred.ts'
import type { Translator } from '../../i18n/translator.ts'
import { formatMoney } from '../format.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { ClaimActions, claimed, hasReported, ReportSent } from './claimed.tsx'
import { Contact } from './contact.tsx'
import { phrase } from './phrase.ts'
import { Refunds } from './refunds.tsx'
import { ShopLink } from './shop-link.tsx'
import { StartAgain } from './start-again.tsx'

type ReasonKey = DeferredMessageKey & `reason${string}`

/** `authorization` means that the shop or a gateway was not authorized, which is a technical problem for the payer. */
const groupMessages: Readonly<Partial<Record<Reason['group'], ReasonKey>>> = {
  technical: 'reasonTechnical',
  authorization: 'reasonTechnical',
  business: 'reasonDeclined',
  risk: 'reasonDeclined',
  user: 'reasonUser',
  issuer: 'reasonIssuer',
}

function messageKeyFor({ key, group }: Reason): ReasonKey | undefined {
  if (key === 'insufficient-funds') return 'reasonFunds'
  return /^(3ds|otp)-/.test(key) ? 'reasonAuthorization' : groupMessages[group]
}

/** What the words of a reason name, if the payer can do it. */
function remedyFor(reason: ReasonKey | undefined, view: CheckoutView) {
  if (reason === 'reasonDeclined') return choiceCount(view) > 1 ? 'payAnotherWay' : undefined
  const needsCard = reason === 'reasonIssuer' || reason === 'reasonFunds' || reason === 'reasonAuthorization'
  return needsCard && view.methods.includes('form') ? 'anotherCard' : undefined
}

/** Not to send again. A payer who has reported the money as sent is not asked whether it was. */
const sentHint = ({ view, t }: CheckoutModel) =>
  hasReported(view) ? phrase(t, 'checkSent') : t('doNotSendAgain')

/** The screen of a payment that was not received: that of its open claim, where it has one. */
const unpaid = (model: CheckoutModel, { body, ...content }: Omit<ScreenContent, 'tone'>): ScreenContent =>
  model.view.claim?.state === 'open'
    ? claimed(model)
    : {
        ...content,
        tone: 'warning',
        body: (
          <>
            <Refunds model={model} />
            <ClaimActions model={model} />
            {body}
          </>
        ),
      }

/** The reason and the next step. A transfer may have been sent all the same, so the text never implies lost money. */
export function failed(model: CheckoutModel): ScreenContent {
  const { view, state, t } = model
  const mayHavePaid = state.mayHavePaid && view.method !== 'form' && view.method !== 'saved-card'
  const reason = isAttemptsLimit(state) || !view.reason ? undefined : messageKeyFor(view.reason)
  const remedy = mayHavePaid ? undefined : remedyFor(reason, view)
  return unpaid(model, {
    heading: phrase(t, mayHavePaid ? 'failedTransfer' : 'failed'),
    hint: mayHavePaid ? sentHint(model) : reason && phrase(t, reason),
    body: <RetryActions model={model} mayHavePaid={mayHavePaid} remedy={remedy} />,
  })
}

/** The time to pay is over. Money on its way still counts, so the payer is asked for it before anything starts. */
export function expired(model: CheckoutModel): ScreenContent {
  const { state, view, t } = model
  const { mayHavePaid } = state
  const isTransfer = view.method !== 'form' && view.method !== 'saved-card'
  const asks = mayHavePaid && (isTransfer || needsReplace(view)) && !view.final && !hasReported(view)
  return unpaid(model, {
    heading: phrase(t, 'expired'),
    hint: mayHavePaid && (asks && canStartAgain(state) ? phrase(t, 'didYouSend') : sentHint(model)),
    body: <RetryActions model={model} mayHavePaid={mayHavePaid} asks={asks} />,
  })
}

/** Less than asked has arrived: the shop decides. */
export const underpaid = (model: CheckoutModel): ScreenContent => {
  const { view, t } = model
  return unpaid(model, {
    amount: view.paid,
    heading: phrase(t, 'underpaid', {
      paid: formatMoney(view.paid ?? view.amount, t.locale),
      amount: formatMoney(view.amount, t.locale),
    }),
    hint: phrase(t, 'underpaidHint'),
    body: <Contact model={model} />,
  })
}

interface RetryProps {
  model: CheckoutModel
  /** Money may be on its way: retrying is not the primary action. */
  mayHavePaid: boolean
  /** The payer answers whether the money was sent. */
  asks?: boolean
  /** What the reason of a failure names. */
  remedy?: 'anotherCard' | 'payAnotherWay' | undefined
}

/** After a failure or expiry: another attempt if the server permits it, how to get help, else the way back to the shop. */
function RetryActions({ model, mayHavePaid, asks, remedy }: RetryProps) {
  const { state, view, t } = model
  const { actionError } = state
  const isLimit = isAttemptsLimit(state)
  const setsAside = needsReplace(view)
  const mayStart = canStartAgain(state)
  const reports = asks && !view.canClaim
  return (
    <>
      {isLimit && <p class="note">{phrase(t, 'attemptsLimit')}</p>}
      {actionError && (mayStart || actionError === 'notReplaceable') && (
        <p class="note urgent">{errorPhrase(actionError, t)}</p>
      )}
      {(mayStart || reports) && (
        <div class="actions">
          {reports && <ReportSent model={model} />}
          {mayStart && (
            <StartAgain
              model={model}
              class={mayHavePaid ? 'secondary' : 'primary'}
              label={
                asks || setsAside ? phrase(t, 'notSentStart') : remedy ? phrase(t, remedy) : t('tryAgain')
              }
              method={remedy === 'anotherCard' ? 'form' : undefined}
            />
          )}
        </div>
      )}
      {mayHavePaid && !view.final && <p class="note">{phrase(t, 'stillChecking')}</p>}
      {(mayHavePaid || !mayStart) && <Contact model={model} />}
      {!mayStart && <ShopLink model={model} class="secondary" />}
    </>
  )
}

/** The phrase of an error, for `actionErrorText`. */
export const errorPhrase = (error: NonNullable<SessionState['actionError']>, t: Translator): string =>
  error === 'startFailed' || error === 'deleteCardFailed' || error === 'extendFailed'
    ? t('actionFailed')
    : phrase(t, error)

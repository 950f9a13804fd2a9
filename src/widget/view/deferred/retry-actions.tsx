import { isAttemptsLimit, needsReplace, type SessionState } from '../../core/reducer.ts'
import type { Translator } from '../../i18n/translator.ts'
import { PostButton } from '../parts/post-button.tsx'
import type { CheckoutModel } from '../screen-content.ts'
import { Contact } from './contact.tsx'
import { phrase } from './phrase.ts'
import { ShopLink } from './shop-link.tsx'
import { StartAgain } from './start-again.tsx'

interface Props {
  model: CheckoutModel
  /** Money may be on its way: retrying is not the primary action. */
  mayHavePaid: boolean
  /** What the reason of a failure names. */
  remedy?: 'anotherCard' | 'payAnotherWay' | undefined
}

/** After a failure or expiry: how to get help, and another attempt if the server permits it, else the way back to the shop. */
export function RetryActions({ model, mayHavePaid, remedy }: Props) {
  const { session, state, view, t } = model
  const { actionError } = state
  const isLimit = isAttemptsLimit(state)
  const setsAside = needsReplace(view)
  const mayStart = (view.retry || setsAside) && !isLimit
  return (
    <>
      {isLimit && <p class="note">{phrase(t, 'attemptsLimit')}</p>}
      {(mayHavePaid || !mayStart) && <Contact model={model} />}
      {mayHavePaid && !view.final && !(view.claim ?? view.reportedSentAt) && (
        <p class="note">{phrase(t, 'stillChecking')}</p>
      )}
      {actionError && (mayStart || actionError === 'notReplaceable') && (
        <p class="note">{actionErrorText(actionError, t)}</p>
      )}
      {mayStart && (
        <div class="actions">
          <StartAgain
            model={model}
            class={mayHavePaid ? 'secondary' : 'primary'}
            label={setsAside ? phrase(t, 'notSentStart') : remedy ? phrase(t, remedy) : t('tryAgain')}
            method={remedy === 'anotherCard' ? 'form' : undefined}
          />
          {setsAside && view.status === 'expired' && !view.canClaim && (
            <PostButton
              model={model}
              fields={{ act: 'sent', sent: 'true' }}
              class="secondary"
              label={t('reportSent')}
              onPress={() => session.reportSent()}
            />
          )}
        </div>
      )}
      {!mayStart && <ShopLink model={model} class="secondary" />}
    </>
  )
}

/** Why an action of the payer failed. */
export const actionErrorText = (error: NonNullable<SessionState['actionError']>, t: Translator): string =>
  error === 'startFailed' || error === 'deleteCardFailed' ? t('actionFailed') : phrase(t, error)

import type { BlockingErrorCode } from '../../core/client.ts'
import type { Model, ScreenContent } from '../model.ts'
import { Contact, Support } from './contact.tsx'
import { DeveloperNote } from './developer-note.tsx'
import { phrase } from './phrase.ts'
import { ShopLink } from './shop-link.tsx'

const headings: Partial<Record<BlockingErrorCode, 'notFound' | 'orderExpired' | 'amountChanged'>> = {
  notFound: 'notFound',
  forbidden: 'notFound',
  orderExpired: 'orderExpired',
  amountChanged: 'amountChanged',
}

/** The payment cannot be opened. The text never implies that money is lost, and the shop is as near as it is known. */
export function blocked(model: Model, code: BlockingErrorCode): ScreenContent {
  const { t, session, state, onPress } = model
  const heading = headings[code]
  const isUnavailable = code === 'unavailable'
  const known = state.view && { ...model, view: state.view }
  return {
    tone: 'warning',
    heading: heading ? phrase(t, heading) : t('unavailable'),
    hint: isUnavailable
      ? t(state.mayHavePaid ? 'doNotSendAgain' : 'unavailableHint')
      : phrase(t, code === 'attemptsLimit' || code === 'notReplaceable' ? code : 'notFoundHint'),
    body: (
      <>
        {/* The page may give a fresh token, and the shop may have set the earlier amount again. */}
        {(isUnavailable || code === 'amountChanged') && (
          <p class="actions">
            <button type="button" class="primary" onClick={() => onPress(session.refresh)}>
              {isUnavailable ? t('tryAgain') : phrase(t, 'loadAmount')}
            </button>
          </p>
        )}
        {known ? (
          <>
            <Contact model={known} />
            <ShopLink model={known} class="secondary" />
          </>
        ) : (
          <Support model={model} />
        )}
        {(!known || code === 'notFound') && <DeveloperNote model={model} />}
      </>
    ),
  }
}

import type { BlockingErrorCode } from '../../core/client.ts'
import type { Model } from '../model.ts'
import type { ScreenContent } from '../screen-content.ts'
import { phrase } from './phrase.ts'

/** An error that stays until the shop changes something. */
type FinalErrorCode = Exclude<BlockingErrorCode, 'unavailable'>

const headings: Partial<Record<FinalErrorCode, 'notFound' | 'orderExpired' | 'amountChanged'>> = {
  notFound: 'notFound',
  forbidden: 'notFound',
  orderExpired: 'orderExpired',
  amountChanged: 'amountChanged',
}

/** The payment cannot be opened. The text never implies that money is lost. */
export function blocked({ t, session, onPress }: Model, code: FinalErrorCode): ScreenContent {
  const heading = headings[code]
  return {
    tone: 'warning',
    heading: heading ? phrase(t, heading) : t('unavailable'),
    hint: phrase(t, code === 'attemptsLimit' || code === 'notReplaceable' ? code : 'notFoundHint'),
    // The page may give a fresh token, and the shop may have set the earlier amount again.
    body: code === 'amountChanged' && (
      <p class="actions">
        <button type="button" class="primary" onClick={() => onPress(session.refresh)}>
          {phrase(t, 'loadAmount')}
        </button>
      </p>
    ),
  }
}

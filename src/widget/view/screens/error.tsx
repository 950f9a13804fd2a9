import type { BlockingErrorCode } from '../../core/client.ts'
import type { Model } from '../model.ts'
import type { ScreenContent } from '../screen-content.ts'

type SimpleKey =
  | 'unavailable'
  | 'unavailableHint'
  | 'notFound'
  | 'notFoundHint'
  | 'orderExpired'
  | 'attemptsLimit'
  | 'notSwitchable'
  | 'amountChanged'

const messageKeys: Record<BlockingErrorCode, readonly [heading: SimpleKey, hint: SimpleKey]> = {
  notFound: ['notFound', 'notFoundHint'],
  orderExpired: ['orderExpired', 'notFoundHint'],
  amountChanged: ['amountChanged', 'notFoundHint'],
  forbidden: ['notFound', 'notFoundHint'],
  attemptsLimit: ['unavailable', 'attemptsLimit'],
  notSwitchable: ['unavailable', 'notSwitchable'],
  unavailable: ['unavailable', 'unavailableHint'],
}

/** A blocking error. The text never implies that money is lost. */
export function error({ session, t, onPress }: Model, code: BlockingErrorCode): ScreenContent {
  const canRetry = code === 'unavailable'
  const [heading, hint] = messageKeys[code]
  return {
    tone: 'warning',
    heading: t(heading),
    hint: t(hint),
    body: canRetry && (
      <p class="actions">
        <button type="button" class="primary" onClick={() => onPress(session.refresh)}>
          {t('tryAgain')}
        </button>
      </p>
    ),
  }
}

import type { BlockingErrorCode } from '../../core/client.ts'
import type { Model } from '../model.ts'
import type { ScreenContent } from '../screen-content.ts'

/** A blocking error. The text never implies that money is lost. */
export function error({ session, t, onPress }: Model, code: BlockingErrorCode): ScreenContent {
  const canRetry = code === 'unavailable'
  return {
    tone: 'warning',
    heading: t(code === 'forbidden' ? 'notFound' : code),
    hint: t(canRetry ? 'unavailableHint' : 'notFoundHint'),
    body: canRetry && (
      <p class="actions">
        <button type="button" class="primary" onClick={() => onPress(session.refresh)}>
          {t('tryAgain')}
        </button>
      </p>
    ),
  }
}

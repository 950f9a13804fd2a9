import type { Trouble } from '../../core/answer.ts'
import type { Content } from '../content.ts'
import type { Model } from '../model.ts'

/** Nothing can be shown until something changes; none of it says that money is lost. */
export function trouble({ session, t }: Model, which: Trouble): Content {
  return {
    tone: 'care',
    heading: t(which),
    hint: t(`${which}Hint`),
    body: which === 'unavailable' && (
      <p class="acts">
        <button type="button" class="main" onClick={session.refresh}>
          {t('tryAgain')}
        </button>
      </p>
    ),
  }
}

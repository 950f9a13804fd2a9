import type { Trouble } from '../../core/answer.ts'
import type { Content } from '../content.ts'
import type { Model } from '../model.ts'

/** Nothing can be shown until something changes; none of it says that money is lost. */
export function trouble({ session, t, act }: Model, which: Trouble): Content {
  const isBrief = which === 'unavailable'
  return {
    tone: 'care',
    heading: t(which === 'forbidden' ? 'notFound' : which),
    hint: t(isBrief ? 'unavailableHint' : 'notFoundHint'),
    body: isBrief && (
      <p class="acts">
        <button type="button" class="main" onClick={() => act(session.refresh)}>
          {t('tryAgain')}
        </button>
      </p>
    ),
  }
}

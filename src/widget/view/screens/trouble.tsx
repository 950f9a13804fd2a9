import type { Trouble } from '../../core/answer.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { Content } from '../content.ts'
import type { Model } from '../model.ts'

type Words = MessageKey & ('notFound' | 'forbidden' | 'amountChanged' | 'unavailable')

const words: Readonly<Record<Trouble, Words>> = {
  'not-found': 'notFound',
  forbidden: 'forbidden',
  'amount-changed': 'amountChanged',
  unavailable: 'unavailable',
}

/** Nothing can be shown until something changes; none of it says that money is lost. */
export function trouble({ session, t }: Model, which: Trouble): Content {
  const key = words[which]
  return {
    tone: 'care',
    heading: t(key),
    hint: t(`${key}Hint`),
    body: which === 'unavailable' && (
      <p class="acts">
        <button type="button" class="main" onClick={session.refresh}>
          {t('tryAgain')}
        </button>
      </p>
    ),
  }
}

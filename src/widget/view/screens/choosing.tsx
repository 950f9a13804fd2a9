import type { Method } from '../../../contract/view.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { Content, Scene } from '../content.ts'
import { SavedCard } from '../parts/saved-card.tsx'
import { Way } from '../parts/way.tsx'

const words: Partial<
  Record<Method, readonly [name: MessageKey & `method${string}`, hint: MessageKey & `method${string}`]>
> = {
  transfer: ['methodTransfer', 'methodTransferHint'],
  form: ['methodForm', 'methodFormHint'],
}

/** The ways that this payer may pay: saved cards first, then methods in the merchant's order. */
export function choosing(scene: Scene): Content {
  const { session, state, view, t, act } = scene
  const choose = (method: Method, savedCard?: string) => act(() => void session.start({ method, savedCard }))
  return {
    tone: 'open',
    heading: t('choose'),
    hint: state.refused && t('notDone'),
    body: (
      <>
        <ul class="ways">
          {view.savedCards?.map((card) => (
            <SavedCard key={card.id} model={scene} card={card} choose={() => choose('saved-card', card.id)} />
          ))}
          {view.methods.map((method) => {
            const [name, hint] = words[method] ?? []
            return name && hint ? (
              <Way key={method} name={t(name)} hint={t(hint)} choose={() => choose(method)} />
            ) : null
          })}
        </ul>
        {state.choosingAgain && (
          <button type="button" class="quiet" onClick={() => act(() => session.chooseAgain(false))}>
            {t('back')}
          </button>
        )}
      </>
    ),
  }
}

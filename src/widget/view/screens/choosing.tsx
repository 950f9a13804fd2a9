import type { Method } from '../../../contract/view.ts'
import { needsSetAside } from '../../core/reducer.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import { actionErrorKey } from '../announcement.ts'
import { MethodButton } from '../parts/method-button.tsx'
import { PostForm, setAsideFields } from '../parts/post-form.tsx'
import { SavedCard } from '../parts/saved-card.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** The name and the hint of each method; a saved card has its own label. */
export const methodMessages: Partial<
  Record<Method, readonly [name: MessageKey & `method${string}`, hint: MessageKey & `method${string}`]>
> = {
  transfer: ['methodTransfer', 'methodTransferHint'],
  form: ['methodForm', 'methodFormHint'],
}

/** The payment methods: saved cards first, then the others in the merchant's order. */
export function choosing(model: CheckoutModel): ScreenContent {
  const { session, state, view, t, options, onPress } = model
  const setAside = needsSetAside(view) || undefined
  const startWith = (method: Method, savedCard?: string) =>
    onPress(() => void session.start({ method, savedCard, setAside }))
  return {
    tone: 'neutral',
    heading: t('choose'),
    hint: state.actionError ? t(actionErrorKey(state.actionError)) : setAside && t('setAsideHint'),
    body: (
      <>
        <PostForm model={model} fields={{ act: 'start', ...setAsideFields(view) }}>
          <ul class="methods">
            {view.savedCards?.map((card) => (
              <SavedCard
                key={card.id}
                model={model}
                card={card}
                onSelect={() => startWith('saved-card', card.id)}
              />
            ))}
            {view.methods.map((method) => {
              const [name, hint] = methodMessages[method] ?? []
              return name && hint ? (
                <MethodButton
                  key={method}
                  name={t(name)}
                  hint={t(hint)}
                  onSelect={() => startWith(method)}
                  method={options.formAction ? method : undefined}
                />
              ) : null
            })}
          </ul>
        </PostForm>
        {state.choosingAgain && (
          <button type="button" class="secondary" onClick={() => onPress(() => session.chooseAgain(false))}>
            {t('back')}
          </button>
        )}
      </>
    ),
  }
}

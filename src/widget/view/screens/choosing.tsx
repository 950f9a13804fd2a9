import type { Method } from '../../../contract/view.ts'
import { needsReplace } from '../../core/reducer.ts'
import { actionErrorText } from '../announcement.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { MethodButton } from '../parts/method-button.tsx'
import { PostForm, replaceFields } from '../parts/post-form.tsx'

/** The icon, the name and the hint of each method; a saved card has its own label. */
const methodContents = {
  transfer: ['transfer', 'methodTransfer', 'methodTransferHint'],
  form: ['card', 'methodForm', 'methodFormHint'],
} as const

/** The payment methods: saved cards first, then the others in the merchant's order. */
export function choosing(model: CheckoutModel): ScreenContent {
  const { session, state, view, t, options, onPress } = model
  const { BackButton, SavedCards, replaceHint } = model.parts
  const replace = needsReplace(view) || undefined
  const startWith = (method: Method, savedCard?: string) =>
    onPress(() => void session.start({ method, savedCard, replace }))
  return {
    tone: 'neutral',
    heading: t('choose'),
    hint: replace && replaceHint?.(t),
    body: (
      <>
        <PostForm model={model} fields={{ act: 'start', ...replaceFields(view) }}>
          <ul class="methods">
            {SavedCards && <SavedCards model={model} onSelect={(id) => startWith('saved-card', id)} />}
            {view.methods.map((method) => {
              if (method === 'saved-card') return null
              const [icon, name, hint] = methodContents[method]
              return (
                <MethodButton
                  key={method}
                  icon={icon}
                  name={t(name)}
                  hint={t(hint)}
                  onSelect={() => startWith(method)}
                  method={options.formAction && method}
                />
              )
            })}
          </ul>
        </PostForm>
        {state.actionError && <p class="note">{actionErrorText(model)}</p>}
        {state.choosingAgain && BackButton && <BackButton model={model} />}
      </>
    ),
  }
}

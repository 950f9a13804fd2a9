import type { Method } from '../../../contract/view.ts'
import { needsReplace } from '../../core/reducer.ts'
import type { Translator } from '../../i18n/translator.ts'
import { PostButton } from '../parts/post-button.tsx'
import { replaceFields } from '../parts/post-form.tsx'
import type { CheckoutModel } from '../screen-content.ts'
import { phrase } from './phrase.ts'

interface Props {
  model: CheckoutModel
  class: string
  label: string
  /** Default: the payer chooses among several. */
  method?: Method | undefined
}

/** Starts another attempt. Among several methods or cards the payer chooses; a single method is started directly. */
export function StartAgain({ model, class: className, label, method: given }: Props) {
  const { session, view } = model
  const { method, methods } = view
  const onlyMethod = given ?? (methods.length > 1 ? null : (methods[0] ?? method))
  const nextMethod = onlyMethod === 'saved-card' ? null : onlyMethod
  return (
    <PostButton
      model={model}
      fields={nextMethod ? { act: 'start', method: nextMethod, ...replaceFields(view) } : { act: 'choose' }}
      class={className}
      label={label}
      onPress={() =>
        nextMethod
          ? void session.start({ method: nextMethod, replace: needsReplace(view) || undefined })
          : session.chooseAgain(true)
      }
    />
  )
}

/** The condition of replacing the open attempt. */
export const replaceHint = (t: Translator): string => phrase(t, 'replaceHint')

/** Replaces the open attempt by another method, once the payer has stated that no money was sent. */
export function PayAnotherWay({ model }: { model: CheckoutModel }) {
  const { t } = model
  return (
    <details>
      <summary>{phrase(t, 'payAnotherWay')}</summary>
      <p>{replaceHint(t)}</p>
      <div class="actions">
        <StartAgain model={model} class="secondary" label={phrase(t, 'notSentChoose')} />
      </div>
    </details>
  )
}

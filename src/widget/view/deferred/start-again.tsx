import type { Method } from '../../../contract/view.ts'
import { choiceCount, needsReplace } from '../../core/reducer.ts'
import type { Translator } from '../../i18n/translator.ts'
import type { CheckoutModel } from '../model.ts'
import { FormLink } from '../parts/form-link.tsx'
import { PostButton } from '../parts/post-button.tsx'
import { replaceFields } from '../parts/post-form.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import { Contact } from './contact.tsx'
import { phrase } from './phrase.ts'
import { leftMs, urgentMs } from './time-left.ts'
import { Unopened } from './unopened.tsx'

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

/** Leaves the choice of another method. */
export const BackButton = ({ model }: { model: CheckoutModel }) => (
  <div class="actions">
    <PostButton
      model={model}
      fields={{}}
      class="secondary"
      label={model.t('back')}
      onPress={() => model.session.chooseAgain(false)}
    />
  </div>
)

interface MoreWaysProps {
  model: CheckoutModel
  /** Undefined where there are no payment details. */
  formUrl?: string | null | undefined
}

/**
 * What is rarely needed while the payer can pay: another method in place of the open attempt, once the payer has stated that
 * no money was sent; the payment page that came with the details; help.
 */
export function MoreWays({ model, formUrl }: MoreWaysProps) {
  const { t, view, page } = model
  const canReplace = view.canReplace && choiceCount(view) > 1
  const form = formUrl && isPermittedUrl(formUrl, page.isLoopback) ? formUrl : null
  return (
    <>
      <details>
        <summary>{phrase(t, canReplace || form ? 'anotherWayOrHelp' : 'help')}</summary>
        {canReplace && (
          <>
            <p class="note">{replaceHint(t)}</p>
            <div class="actions">
              <StartAgain model={model} class="secondary" label={phrase(t, 'notSentChoose')} />
            </div>
          </>
        )}
        {form && (
          <p class="links">
            <FormLink model={model} url={form} class="" label={phrase(t, 'formPage')} />
          </p>
        )}
        <Contact model={model} />
      </details>
      <MoreTime model={model} />
      {form && <Unopened model={model} url={form} isPage />}
      {formUrl !== undefined && <LastMinute model={model} />}
    </>
  )
}

/** In the last minute: a transfer that starts now would be late. Below the details, which stay where the payer presses. */
function LastMinute({ model }: { model: CheckoutModel }) {
  const { view, session, t } = model
  const isLast = view.expiresAt && leftMs(view.expiresAt, session) <= 60_000
  return isLast && <p class="note urgent">{phrase(t, 'lastMinute')}</p>
}

/** In the last minutes: more time to pay, where the shop gives it. */
function MoreTime({ model }: { model: CheckoutModel }) {
  const { view, session, t } = model
  if (!view.canExtend || !view.expiresAt || leftMs(view.expiresAt, session) > urgentMs) return null
  return (
    <div class="actions">
      <PostButton
        model={model}
        fields={{ act: 'extend' }}
        class="secondary"
        label={phrase(t, 'moreTime')}
        onPress={() => {
          // So that the same failure is announced again.
          model.announce('')
          void session.extend()
        }}
      />
    </div>
  )
}

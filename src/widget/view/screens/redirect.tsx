import { actionErrorText } from '../announcement.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { AnotherWay } from '../parts/another-way.tsx'
import { FormLink } from '../parts/form-link.tsx'

/** Links to the payment page; waits for the result once the payer was redirected. */
export function redirect(model: CheckoutModel, url: string): ScreenContent {
  const { view, t, redirector, parts } = model
  const { Unopened } = parts
  const hasLeft = redirector.redirectedFor === view.attempts && redirector.unopenedUrl !== url
  const returned = hasLeft ? parts.returned?.(t) : undefined
  return {
    tone: returned ? 'active' : 'neutral',
    heading: returned?.heading ?? t('redirect'),
    hint: actionErrorText(model) ?? returned?.hint,
    showsCountdown: true,
    body: (
      <>
        <p class="actions">
          <FormLink
            model={model}
            url={url}
            class={returned ? 'secondary' : 'primary'}
            label={t(returned ? 'redirect' : 'redirectButton')}
          />
        </p>
        {Unopened && <Unopened model={model} url={url} isPage />}
        <AnotherWay model={model} />
      </>
    ),
  }
}

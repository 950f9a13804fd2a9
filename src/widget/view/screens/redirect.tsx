import { actionErrorText } from '../announcement.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { AnotherWay } from '../parts/another-way.tsx'
import { FormLink } from '../parts/form-link.tsx'

/** Links to the payment page; waits for the result once the payer was redirected. */
export function redirect(model: CheckoutModel, url: string): ScreenContent {
  const { view, t, redirector, parts } = model
  const wasRedirected = redirector.wasRedirected(view) && redirector.unopenedUrl !== url
  const { Unopened } = parts
  return {
    tone: wasRedirected ? 'active' : 'neutral',
    heading: t(wasRedirected ? 'returned' : 'redirect'),
    hint: actionErrorText(model) ?? (wasRedirected && t('returnedHint')),
    showsCountdown: true,
    body: (
      <>
        <p class="actions">
          <FormLink
            model={model}
            url={url}
            class={wasRedirected ? 'secondary' : 'primary'}
            label={t(wasRedirected ? 'redirect' : 'redirectButton')}
          />
        </p>
        {Unopened && <Unopened model={model} url={url} isPage />}
        <AnotherWay model={model} />
      </>
    ),
  }
}

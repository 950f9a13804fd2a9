import { attemptKey } from '../attempt-key.ts'
import type { Content, Scene } from '../content.ts'
import { AutoRedirect } from '../parts/auto-redirect.tsx'
import { FormLink } from '../parts/form-link.tsx'

/** The way to the payment page; once the payer was there, the wait for its result. */
export function redirect({ model, view, t }: Scene, url: string): Content {
  const key = attemptKey(view)
  const isBack = model.sent.value === key || model.around.wasSent(key)
  return {
    tone: isBack ? 'moving' : 'open',
    heading: t(isBack ? 'returned' : 'redirect'),
    hint: t(isBack ? 'returnedHint' : 'redirectHint'),
    isTimed: true,
    body: (
      <p class="acts">
        <FormLink
          model={model}
          url={url}
          class={isBack ? 'quiet' : 'main'}
          words={t(isBack ? 'returnedButton' : 'redirectButton')}
        />
        {!isBack && model.options.value.redirect === 'auto' && (
          <AutoRedirect key={key} model={model} url={url} />
        )}
      </p>
    ),
  }
}

import { attemptKey } from '../attempt-key.ts'
import type { Content, Scene } from '../content.ts'
import { FormLink } from '../parts/form-link.tsx'

/** The way to the payment page; once the payer was there, the wait for its result. */
export function redirect(scene: Scene, url: string): Content {
  const { view, t, options, around } = scene
  const isBack = around.wasSent(attemptKey(view))
  return {
    tone: isBack ? 'moving' : 'open',
    heading: t(isBack ? 'returned' : 'redirect'),
    hint: isBack && t('returnedHint'),
    isTimed: true,
    goesTo: !isBack && options.redirect === 'auto' ? url : null,
    body: (
      <p class="acts">
        <FormLink
          model={scene}
          url={url}
          class={isBack ? 'quiet' : 'main'}
          words={t(isBack ? 'redirect' : 'redirectButton')}
        />
      </p>
    ),
  }
}

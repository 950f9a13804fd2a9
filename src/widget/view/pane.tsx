import { createRef } from 'preact'
import type { Content } from './content.ts'
import { formatMoney } from './format.ts'
import type { Model } from './model.ts'
import { CopyButton } from './parts/copy-button.tsx'
import { Countdown } from './parts/countdown.tsx'
import { Mark } from './parts/mark.tsx'

interface Props {
  model: Model
  content: Content
  isLost: boolean
}

/**
 * The frame that every screen shares, and the screen in it. Order, amount, thread, heading and hint keep their places
 * from the first moment to the last; only the body changes.
 */
export function Pane({ model, content, isLost }: Props) {
  const { tone, heading, isTimed, isAmountNeeded, body } = content
  const { t, options, said } = model
  const expiresAt = isTimed ? model.state.view?.expiresAt : null
  const hint = isLost ? t('connectionLost') : content.hint
  return (
    <section
      class={`pane ${options.theme} ${tone} ${isLost ? 'lost' : ''}`}
      dir={t.direction}
      lang={t.locale}
    >
      <div class="frame">
        <Head model={model} isAmountNeeded={isAmountNeeded ?? false} />
        <div class="thread" aria-hidden="true">
          <i />
        </div>
        <div class="headline">
          <h2 tabIndex={-1}>
            <Mark tone={tone} />
            <span key={heading}>{heading}</span>
          </h2>
          {expiresAt && <Countdown key={expiresAt} model={model} expiresAt={expiresAt} />}
        </div>
        <p class="hint">
          <span key={hint}>{hint}</span>
        </p>
        <div class="body" key={heading}>
          {body}
        </div>
      </div>
      <p class="unseen" role="status">
        {said}
      </p>
    </section>
  )
}

/** What is paid for and how much; the same on every screen. */
function Head({ model: { state, t, ...model }, isAmountNeeded }: { model: Model; isAmountNeeded: boolean }) {
  const { view } = state
  const shown = createRef<HTMLElement>()
  return (
    <header>
      <p class="order">
        <bdi>{view?.order && t('order', { order: view.order })}</bdi>
      </p>
      <div class="sum">
        <p class="amount">
          <bdi ref={shown} translate={false}>
            {view && formatMoney(view.amount, t.locale)}
          </bdi>
        </p>
        {isAmountNeeded && view && (
          <CopyButton
            model={{ state, t, ...model }}
            field="amount"
            label={t('amount')}
            text={view.amount.value}
            shown={() => shown.current}
          />
        )}
      </div>
    </header>
  )
}

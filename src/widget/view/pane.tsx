import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isConnectionLost } from '../core/machine.ts'
import { contentOf } from './contents.tsx'
import { formatMoney } from './format.ts'
import type { Model } from './model.ts'
import { CopyButton } from './parts/copy-button.tsx'
import { Countdown } from './parts/countdown.tsx'
import { Mark } from './parts/mark.tsx'

/**
 * The frame that every screen shares, and the screen in it. Order, amount, thread, heading and hint keep their places
 * from the first moment to the last; only the body changes.
 */
export function Pane({ model }: { model: Model }) {
  const { name, tone, heading, hint, isTimed, isAmountNeeded, body } = contentOf(model)
  const t = model.t.value
  const state = model.state.value
  const isLost = isConnectionLost(state) && !state.trouble
  const line = isLost ? t('connectionLost') : hint
  const theme = model.options.value.theme
  const title = useRef<HTMLHeadingElement>(null)
  useAnnouncement(model, heading, isLost)
  const { acted } = model
  const shown = useRef(name)
  useLayoutEffect(() => {
    if (shown.current === name) return
    shown.current = name
    if (acted.value) title.current?.focus()
    acted.value = false
  }, [name, acted])

  return (
    <section class={`pane ${theme}`} dir={t.direction} lang={t.locale} aria-label={t('title')}>
      <div class="frame">
        <Head model={model} isAmountNeeded={isAmountNeeded ?? false} />
        <div class={`thread ${tone}${isLost ? ' lost' : ''}`} aria-hidden="true">
          <i />
        </div>
        <div class="headline">
          <h2 ref={title} tabIndex={-1}>
            <Mark tone={tone} />
            <span key={heading}>{heading}</span>
          </h2>
          {isTimed && state.view?.expiresAt && (
            <Countdown key={state.view.expiresAt} model={model} expiresAt={state.view.expiresAt} />
          )}
        </div>
        <p class={isLost ? 'hint lost' : 'hint'}>
          <span key={line}>{line}</span>
        </p>
        <div class="body" key={name}>
          {body}
        </div>
      </div>
      <p class="unseen" role="status" aria-live="polite">
        {model.said.value}
      </p>
    </section>
  )
}

/** What is paid for and how much; the same on every screen. */
function Head({ model, isAmountNeeded }: { model: Model; isAmountNeeded: boolean }) {
  const t = model.t.value
  const { view } = model.state.value
  const shown = useRef<HTMLElement>(null)
  return (
    <header>
      <p class="order">
        <bdi>{view?.order ? t('order', { order: view.order }) : ''}</bdi>
      </p>
      <div class="sum">
        <p class="amount">
          <bdi ref={shown} translate={false}>
            {view ? formatMoney(view.amount, t.locale) : ''}
          </bdi>
        </p>
        {isAmountNeeded && view && (
          <CopyButton
            model={model}
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

/** Says each change aloud in a whole phrase, from a region that outlives the screen which spoke. */
function useAnnouncement(model: Model, heading: string, isLost: boolean): void {
  const { said, t } = model
  const wasLost = useRef(false)
  useEffect(() => {
    said.value = heading
  }, [heading, said])
  useEffect(() => {
    if (isLost !== wasLost.current) said.value = t.value(isLost ? 'connectionLost' : 'connectionBack')
    wasLost.current = isLost
  }, [isLost, said, t])
}

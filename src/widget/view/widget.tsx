import { lostConnection } from '../core/reducer.ts'
import { formatMoney } from './format.ts'
import { type Model, type ScreenContent, shopName } from './model.ts'
import { noTranslate } from './no-translate.ts'
import { CopyButton } from './parts/copy-button.tsx'
import { StatusIcon } from './parts/icon.tsx'

interface Props {
  model: Model
  content: ScreenContent
  /** Screens have elements of their own. Default: the heading. */
  screen?: string
  /** The text of the live region. */
  announcement: string
}

/**
 * The layout that all screens share. Order, heading and amount keep their positions; only the rest changes. A lost
 * connection is shown in place of the order, whose element has room for both, so that nothing moves.
 * Texts that change have a key: page translators replace text nodes, which Preact could not update.
 */
export function Widget({ model, content, screen = content.heading, announcement }: Props) {
  const { tone, heading, hint, otherHint, showsCountdown, canCopyAmount, body, amount } = content
  const { t, options, state } = model
  const shop = shopName(model)
  const lost = lostConnection(state)
  const { view } = state
  const summary = view ?? state.preview
  const expiresAt = showsCountdown && view?.expiresAt
  const { Countdown } = model.parts
  const amountText = summary ? formatMoney(amount ?? summary.amount, t.locale) : ''
  return (
    <section
      class={`widget ${options.theme ?? 'auto'} ${tone} ${lost ? 'disconnected' : ''} ${state.actionError ? 'actionError' : ''}`}
      dir={t.direction}
      lang={t.locale}
    >
      <div class="layout">
        <header>
          <p class="order">
            <span class={lost ? 'headline hidden' : 'headline'}>
              {shop && <bdi>{shop}</bdi>}
              <bdi>{summary?.order && t('order', summary)}</bdi>
            </span>
            <span key={lost} class={lost ? 'lost' : 'lost hidden'}>
              {t(lost ?? 'offline')}
            </span>
          </p>
          <div class="headline">
            <h2 tabIndex={-1}>
              {tone !== 'neutral' && <StatusIcon key={tone} tone={tone} />}
              <span key={heading}>{heading}</span>
            </h2>
            {expiresAt && (
              <span class="time">
                {Countdown ? (
                  <Countdown key={expiresAt} model={model} expiresAt={expiresAt} />
                ) : (
                  // Its room, with hours if it has some, so that the heading does not wrap again.
                  <span class="hidden">
                    {t('payWithin', {
                      time:
                        Date.parse(expiresAt) - model.session.serverNow() > 3_600_000 ? '0:00:00' : '00:00',
                    })}
                  </span>
                )}
              </span>
            )}
          </div>
          <div class="amount-row">
            <p class={amountText.length > 16 ? 'amount long' : 'amount'}>
              <bdi {...noTranslate}>{amountText}</bdi>
            </p>
            {canCopyAmount && view && (
              <CopyButton model={model} field="amount" label={t('amount')} text={view.amount.value} />
            )}
          </div>
        </header>
        {hint && (
          <p class="hint" data-other={otherHint}>
            <span key={hint}>{hint}</span>
          </p>
        )}
        <div class="body" key={screen}>
          {body}
        </div>
      </div>
      <p class="visually-hidden" role="status">
        <span key={announcement}>{announcement}</span>
      </p>
    </section>
  )
}

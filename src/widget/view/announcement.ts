import type { LostConnection, SessionState } from '../core/reducer.ts'
import type { Translator } from '../i18n/translator.ts'
import type { Model } from './model.ts'

/** A rendered widget, as far as the next rendering depends on it. A screen reader announces changes. */
export interface RenderedState {
  state: SessionState
  t: Translator
  heading: string
  lost: LostConnection | null
  actionError: string | null
}

/** Why the payer's last action failed; null if it did not. */
export function actionErrorText({ state, parts, t }: Model): string | null {
  const { actionError } = state
  return actionError && (parts.errorPhrase?.(actionError, t) ?? t('actionFailed'))
}

/** The phrase that announces a change; null if there is nothing to announce. */
export function announcementFor(before: RenderedState | null, after: RenderedState): string | null {
  if (after.actionError && !before?.actionError) return after.actionError
  if (before?.heading !== after.heading) return after.heading
  return before.lost === after.lost ? null : after.t(after.lost ?? 'connectionRestored')
}

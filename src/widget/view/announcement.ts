import type { SessionState } from '../core/reducer.ts'
import type { Translator } from '../i18n/translator.ts'

/** The part of a rendered widget whose changes a screen reader announces. */
export interface RenderedState {
  heading: string
  isConnectionLost: boolean
  actionError: SessionState['actionError']
}

/** The phrase for an action that failed. */
export const actionErrorKey = (error: NonNullable<SessionState['actionError']>) =>
  error === 'attemptsLimit' || error === 'notSwitchable' ? error : 'actionFailed'

/** The phrase that announces a change; null if there is nothing to announce. */
export function announcementFor(
  before: RenderedState | null,
  after: RenderedState,
  t: Translator,
): string | null {
  if (after.actionError && !before?.actionError) return t(actionErrorKey(after.actionError))
  if (before?.heading !== after.heading) return after.heading
  return before.isConnectionLost === after.isConnectionLost
    ? null
    : t(after.isConnectionLost ? 'connectionLost' : 'connectionRestored')
}

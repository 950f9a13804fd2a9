import type { SessionState } from '../core/reducer.ts'
import type { Translator } from '../i18n/translator.ts'

/** The part of a rendered widget whose changes a screen reader announces. */
export interface RenderedState {
  heading: string
  isConnectionLost: boolean
  actionError: SessionState['actionError']
}

/** The phrase that announces a change; null if there is nothing to announce. */
export function announcementFor(
  before: RenderedState | null,
  after: RenderedState,
  t: Translator,
): string | null {
  if (after.actionError && !before?.actionError) return t('actionFailed')
  if (before?.heading !== after.heading) return after.heading
  return before.isConnectionLost === after.isConnectionLost
    ? null
    : t(after.isConnectionLost ? 'connectionLost' : 'connectionRestored')
}

import type { Translator } from '../../i18n/translator.ts'
import { phrase } from './phrase.ts'

/** The times at which the countdown is announced, in seconds left. */
const announceAtSeconds = [300, 60, 30]

/** The announcement for the time left; null at other times. */
export function timeLeftAnnouncement(leftMs: number, t: Translator): string | null {
  const seconds = Math.ceil(leftMs / 1000)
  if (!announceAtSeconds.includes(seconds)) return null
  return seconds < 60
    ? phrase(t, 'secondsLeftAnnouncement', { count: seconds })
    : phrase(t, 'minutesLeftAnnouncement', { count: seconds / 60 })
}

/** In the last minute: a transfer that starts now would be late. Shown from the announcement of that minute on. */
export const timeLeftHint = (leftMs: number, t: Translator): string | null =>
  leftMs <= 60_000 ? phrase(t, 'lastMinute') : null

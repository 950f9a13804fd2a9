import type { Session } from '../../core/session.ts'
import type { Translator } from '../../i18n/translator.ts'
import { phrase } from './phrase.ts'

/** From here on the payer has to hurry. */
export const urgentMs = 300_000

/** The countdown is announced once less than so much is left. */
const announceAtMs = [urgentMs, 60_000, 30_000]

/**
 * The announcement of the time left, if it has passed one of these times since it was `beforeMs`: a timer may be late, and one
 * in the background by minutes.
 */
export function timeLeftAnnouncement(leftMs: number, beforeMs: number, t: Translator): string | null {
  if (!announceAtMs.some((limit) => leftMs <= limit && limit < beforeMs)) return null
  const seconds = Math.max(Math.ceil(leftMs / 1000), 0)
  // Not less than whole minutes because of some seconds.
  const minutes = Math.floor((seconds + 5) / 60)
  return minutes
    ? phrase(t, 'minutesLeftAnnouncement', { count: minutes })
    : phrase(t, 'secondsLeftAnnouncement', { count: seconds })
}

/** The time left by the server's clock, in milliseconds. */
export const leftMs = (expiresAt: string, session: Session): number =>
  Date.parse(expiresAt) - session.serverNow()

/** Formats the time left: `29:41`, `1:00:59`, `2 days 1:59:59`. */
export function formatTimeLeft(leftMs: number, t: Translator): string {
  const totalSeconds = Math.max(Math.ceil(leftMs / 1000), 0)
  const days = Math.floor(totalSeconds / 86_400)
  const clock = new Date(totalSeconds * 1000).toISOString().slice(11, 19)
  return days > 0
    ? `${phrase(t, 'daysLeft', { count: days })} ${clock.replace(/^0/, '')}`
    : clock.replace(/^00:|^0/, '')
}

/** A day and a time of the payer's time zone, which a server does not have. */
export const formatTime = (time: string, locale: string) =>
  new Date(time)
    .toLocaleString(locale, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    // Chromium has no month names of uz and az: "M11 20 11:59".
    .replace(/^M(\d+) (\d+)/, '$2.$1,')

import type { Session } from '../../core/session.ts'
import type { Translator } from '../../i18n/translator.ts'
import { phrase } from './phrase.ts'

/** From here on the payer has to hurry. */
export const urgentMs = 300_000

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

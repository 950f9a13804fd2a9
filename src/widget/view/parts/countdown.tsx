import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Translator } from '../../i18n/translator.ts'
import { formatTimeLeft } from '../format.ts'
import type { Model } from '../model.ts'

/** Said aloud once as they pass, in seconds left. */
const spokenAt = [300, 60, 30]

/** The time left by the server's clock. It is silent but for a few moments, and ends by asking, not by claiming. */
export function Countdown({ model, expiresAt }: { model: Model; expiresAt: string }) {
  const { session, around, t, said } = model
  const leftMs = useSignal(Date.parse(expiresAt) - session.serverNow())

  useEffect(() => {
    let cancel: () => void = () => undefined
    let before = Number.NEGATIVE_INFINITY
    const tick = () => {
      const left = Date.parse(expiresAt) - session.serverNow()
      const passed = spokenAt.find((seconds) => before > seconds * 1000 && left <= seconds * 1000 && left > 0)
      if (passed) said.value = speak(passed, t.value)
      leftMs.value = left
      before = left
      if (left > 0) cancel = around.after(left % 1000 || 1000, tick)
    }
    tick()
    return () => cancel()
  }, [expiresAt, session, around, t, said, leftMs])

  return (
    <span class="time" role="timer" aria-label={t.value('timeLeft')} translate={false}>
      {formatTimeLeft(leftMs.value, t.value)}
    </span>
  )
}

function speak(seconds: number, t: Translator): string {
  return seconds < 60
    ? t('secondsLeftSpoken', { count: seconds })
    : t('minutesLeftSpoken', { count: seconds / 60 })
}

import { formatTime, parseTime } from '../format.ts'

export function Timestamp({ time }: { time: string }) {
  const ms = parseTime(time)
  if (Number.isNaN(ms)) return <span>{time}</span>
  const iso = new Date(ms).toISOString()
  return (
    <time class="timestamp" dateTime={iso} title={iso}>
      {formatTime(time)}
    </time>
  )
}

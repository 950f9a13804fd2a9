import { frames, keysIn, type Settings } from './settings.ts'

interface Props {
  frame: Settings['frame']
  change: (changed: Partial<Settings>) => void
}

export function DeviceChoice({ frame, change }: Props) {
  return (
    <fieldset class="choices frames">
      <legend>Device</legend>
      {keysIn(frames).map((candidate) => (
        <button
          key={candidate}
          type="button"
          class="chip"
          aria-pressed={candidate === frame}
          onClick={() => change({ frame: candidate })}
        >
          {frames[candidate].name}
        </button>
      ))}
    </fieldset>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { emptyHistory, type History, withSteps } from './history.ts'
import type { FromWorker, Pace, ToWorker } from './protocol.ts'
import type { Settings } from './settings.ts'

/** Runs the history of the settings in a worker. New settings start it again. */
export function useHistory(settings: Settings, pace: Pace): { history: History; error: string | null } {
  const [history, setHistory] = useState(() => emptyHistory(settings.payers))
  const [error, setError] = useState<string | null>(null)
  const [worker, setWorker] = useState<Worker | null>(null)

  useEffect(() => {
    setHistory(emptyHistory(settings.payers))
    setError(null)
    const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'failed') setError(data.message)
      else setHistory((before) => withSteps(before, data.steps))
    }
    started.onerror = ({ message }) => setError(message || 'This browser started no worker.')
    send(started, { type: 'run', settings })
    setWorker(started)
    return () => started.terminate()
  }, [settings])
  useEffect(() => {
    if (worker !== null) send(worker, { type: 'pace', pace })
  }, [worker, pace])
  return { history, error }
}

const send = (worker: Worker, message: ToWorker): void => worker.postMessage(message)

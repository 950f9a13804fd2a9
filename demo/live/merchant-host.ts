import { type ChildServer, startChild } from './child-server.ts'

export type MerchantHost = Awaited<ReturnType<typeof hostMerchant>>

const downtimeMs = 4000

interface HostOptions {
  env: Record<string, string>
  logFile: string
  /** Called when it goes down or comes up. */
  onStatusChange(up: boolean): void
  /** Called when it cannot be restarted. */
  onFailure(message: string): void
}

/** The merchant server as a process that can be killed and is restarted. */
export async function hostMerchant({ env, logFile, onStatusChange, onFailure }: HostOptions) {
  let clockOffsetSeconds = 0
  let child: ChildServer | null = null
  let restartTimer: NodeJS.Timeout | undefined
  let stopping = false

  async function start(): Promise<void> {
    const started = await startChild('merchant-process.ts', {
      env: { ...env, DEMO_CLOCK_OFFSET_SECONDS: String(clockOffsetSeconds) },
      logFile,
    })
    if (stopping) return started.stop()
    child = started
    onStatusChange(true)
    void started.exited.then(() => {
      if (child !== started) return
      child = null
      if (!stopping) onFailure(`The merchant server stopped unexpectedly; see ${logFile}`)
    })
  }

  await start()
  return {
    /** Its URL; null while it is down. */
    url: () => child?.url ?? null,
    advancedSeconds: () => clockOffsetSeconds,
    advanceClock(seconds: number) {
      clockOffsetSeconds += seconds
      child?.send({ advance: seconds })
    },
    /** Kills it, and restarts it four seconds later. */
    async kill() {
      const current = child
      if (!current) return
      child = null
      onStatusChange(false)
      await current.kill()
      restartTimer = setTimeout(
        () =>
          start().catch((error: unknown) =>
            onFailure(error instanceof Error ? error.message : String(error)),
          ),
        downtimeMs,
      )
    },
    async stop() {
      stopping = true
      clearTimeout(restartTimer)
      await child?.stop()
    },
  }
}

import { type ChildServer, startChild } from './child-server.ts'

/** The merchant's server as something that can die in the middle and be started again. */
export interface MerchantHost {
  /** Where it listens; null while it is down. */
  url(): string | null
  /** Turns its clock forward. */
  advanceClock(seconds: number): void
  /** Kills it without warning, and starts it again a little later. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const downtimeMs = 4000

interface HostOptions {
  env: Record<string, string>
  logFile: string
  /** Told when it goes down or comes up. */
  onStatusChange(up: boolean): void
  /** Told when it cannot go on. */
  onFailure(message: string): void
}

export async function hostMerchant({
  env,
  logFile,
  onStatusChange,
  onFailure,
}: HostOptions): Promise<MerchantHost> {
  let clockOffsetSeconds = 0
  let child: ChildServer | null = null
  let restartTimer: NodeJS.Timeout | undefined
  let stopping = false

  async function start(): Promise<void> {
    const started = await startChild('merchant-process.ts', {
      env: { ...env, DEMO_CLOCK_AHEAD: String(clockOffsetSeconds) },
      logFile,
    })
    if (stopping) return started.stop()
    child = started
    onStatusChange(true)
    void started.exited.then(() => {
      if (child !== started) return
      child = null
      if (!stopping) onFailure(`The merchant server stopped by itself; see ${logFile}`)
    })
  }

  await start()
  return {
    url: () => child?.url ?? null,
    advanceClock(seconds) {
      clockOffsetSeconds += seconds
      child?.send({ advance: seconds })
    },
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

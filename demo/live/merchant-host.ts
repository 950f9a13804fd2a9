import { type Child, startChild } from './child.ts'

/** The merchant's server as something that can die in the middle and be started again. */
export interface MerchantHost {
  /** Where it listens; null while it is down. */
  url(): string | null
  /** Turns its clock forward. */
  turn(seconds: number): void
  /** Kills it without warning, and starts it again a little later. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const downMs = 4000

interface HostOptions {
  env: Record<string, string>
  logFile: string
  /** Told when it goes down or comes up. */
  heard(up: boolean): void
  /** Told when it cannot go on. */
  failed(why: string): void
}

export async function hostMerchant({ env, logFile, heard, failed }: HostOptions): Promise<MerchantHost> {
  let ahead = 0
  let child: Child | null = null
  let restart: NodeJS.Timeout | undefined
  let stopping = false

  async function start(): Promise<void> {
    const started = await startChild('merchant-process.ts', {
      env: { ...env, DEMO_CLOCK_AHEAD: String(ahead) },
      logFile,
    })
    if (stopping) return started.stop()
    child = started
    heard(true)
    void started.gone.then(() => {
      if (child !== started) return
      child = null
      if (!stopping) failed(`The merchant server stopped by itself; see ${logFile}`)
    })
  }

  await start()
  return {
    url: () => child?.url ?? null,
    turn(seconds) {
      ahead += seconds
      child?.tell({ turn: seconds })
    },
    async kill() {
      const dying = child
      if (!dying) return
      child = null
      heard(false)
      await dying.kill()
      restart = setTimeout(
        () =>
          start().catch((error: unknown) => failed(error instanceof Error ? error.message : String(error))),
        downMs,
      )
    },
    async stop() {
      stopping = true
      clearTimeout(restart)
      await child?.stop()
    },
  }
}

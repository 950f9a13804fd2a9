import type { ChildProcess } from 'node:child_process'
import { type Running, start } from '../../support/processes.ts'

/** Server processes that share a database. */
export interface Servers {
  urls: string[]
  pids: number[]
  kill(): Promise<void>
}

export async function startServers(count: number, env: Record<string, string>): Promise<Servers> {
  const running: Running[] = await Promise.all(
    Array.from({ length: count }, () => start('test/bench/server/merchant.ts', env)),
  )
  return {
    urls: running.map(({ url }) => url),
    pids: running.map(({ child }) => pidOf(child)),
    async kill() {
      await Promise.all(running.map((server) => server.kill()))
    },
  }
}

/** NaN if it did not start. */
export const pidOf = ({ pid = Number.NaN }: ChildProcess): number => pid

import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Formats how many cores each group of processes has used, and the whole machine, since the last call. */
export type CpuMeter = () => string

/** `groups`: process ids by name; their children count, too. Null where there is no `/proc`. */
export function createCpuMeter(groups: Readonly<Record<string, readonly number[]>>): CpuMeter | null {
  if (!existsSync('/proc/stat')) return null
  const measure = (): Map<string, number> => {
    const stats = readStats()
    const used = Object.entries(groups).map(([name, pids]): [string, number] => {
      const members = stats.filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent))
      return [name, members.reduce((sum, { seconds }) => sum + seconds, 0)]
    })
    return new Map([...used, ['the whole machine', machineSeconds()]])
  }
  let before = measure()
  let from = performance.now()
  return () => {
    const after = measure()
    const seconds = (performance.now() - from) / 1000
    const cores = [...after].map(
      ([name, used]) => `${name} ${((used - (before.get(name) ?? 0)) / seconds).toFixed(2)}`,
    )
    before = after
    from = performance.now()
    return cores.join(', ')
  }
}

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100

interface ProcessStat {
  pid: number
  parent: number
  seconds: number
}

const readStats = (): ProcessStat[] =>
  readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (Number.isNaN(pid)) return []
    try {
      // After the name, which may contain anything: state, parent, …
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      const ticks = Number(fields[11]) + Number(fields[12])
      return [{ pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond }]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })

function machineSeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, _idle, _ioWait, irq = 0, softIrq = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softIrq) / ticksPerSecond
}

import { execFileSync } from 'node:child_process'

/** Ends a process and all that it has started, also what is suspended or ignores SIGTERM. Needs `ps`. */
export function endTree(root: number): void {
  const found = new Set<number>()
  // What is suspended starts nothing more, so the search ends with the last of them.
  for (let added = [root]; added.length > 0; added = descendantsOf(root).filter((pid) => !found.has(pid)))
    for (const pid of added) {
      found.add(pid)
      signal(pid, 'SIGSTOP')
    }
  for (const pid of found) signal(pid, 'SIGKILL')
}

function descendantsOf(root: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = new Map<number, number[]>()
  for (const row of rows.trim().split('\n')) {
    const [pid = 0, parent = 0] = row.trim().split(/\s+/).map(Number)
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)])
  return below(root)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    const hasEnded = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!hasEnded) throw error
  }
}

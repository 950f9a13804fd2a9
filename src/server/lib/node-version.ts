import { z } from 'zod'

const Versions = z.object({
  node: z.string(),
  bun: z.undefined().optional(),
  deno: z.undefined().optional(),
})
const Runtime = z.object({ process: z.object({ versions: Versions }) })

/** Throws an error for people on a Node older than 22.13. Other runtimes pass. */
export function assertNodeVersion(): void {
  const { data } = Runtime.safeParse(globalThis)
  if (data === undefined) return
  const { node } = data.process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 13)) return
  throw new Error(
    `Paypane requires Node 22.13 or later; this is Node ${node}. Install it from https://nodejs.org.`,
  )
}

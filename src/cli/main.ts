#!/usr/bin/env node
/** Checks the Node version before importing anything, so that an old Node prints a message and not a stack trace. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`paypane requires Node 22.13 or later; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const { run } = await import('./program.ts')
  await run(process.argv)
}

// Plain JavaScript, so that an old Node can run it and report its version.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `This needs Node 22.18 or later to run TypeScript as it is; this is Node ${process.versions.node}. "npm start" installs a suitable one.\n`,
  )
  process.exit(1)
}
await import('./live/main.ts')

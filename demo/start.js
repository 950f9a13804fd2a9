// Plain JavaScript, so that a Node too old for TypeScript can run the version check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `This needs Node 22.18 or later to run TypeScript as it is; this is Node ${process.versions.node}. Run "npm install && npm start", which installs a suitable one.\n`,
  )
  process.exit(1)
}
await import('./live/main.ts')

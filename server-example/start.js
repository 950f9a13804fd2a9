// Plain JavaScript, so that a Node too old for TypeScript can run the version check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `This needs Node 22.18 or later to run TypeScript as it is; this is Node ${process.versions.node}. "npm run server" brings its own.\n`,
  )
  process.exit(1)
}
// The hosted pages contain JSX, which Node does not run: they are taken from the build.
const { registerHooks } = await import('node:module')
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== 'paypane/server/html') return nextResolve(specifier, context)
    const conditions = context.conditions.filter((condition) => condition !== 'paypane-source')
    return nextResolve(specifier, { ...context, conditions })
  },
})
await import('./main.ts')

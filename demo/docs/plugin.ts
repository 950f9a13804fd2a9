import type { Plugin } from 'vite'

/** Renders the documentation as static pages in `docs/`, which work in any folder, from files and without scripts. */
export function docsSite(): Plugin {
  return {
    name: 'paypane-docs',
    async generateBundle() {
      // Loaded here, because every run of the tests reads the configuration with this plugin.
      const [{ docsFiles }, { pageScript }] = await Promise.all([
        import('./site.ts'),
        import('./page-script.ts'),
      ])
      const files = await docsFiles()
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source })
      this.emitFile({ type: 'asset', fileName: 'docs/docs.js', source: await pageScript() })
    },
  }
}

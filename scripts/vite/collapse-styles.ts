import type { Plugin } from 'vite'

/** Removes the line breaks of the style sheets in template literals, which a minifier keeps. */
export function collapseStyles(): Plugin {
  return {
    name: 'paypane-collapse-styles',
    transform: {
      filter: { id: /widget\/styles\/\w+\.ts$/ },
      handler: (code) => ({
        code: code.replace(/`[^`]*`/g, (sheet) => sheet.replaceAll('\n', '')),
        map: null,
      }),
    },
  }
}

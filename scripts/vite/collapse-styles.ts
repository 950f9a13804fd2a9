import type { Plugin } from 'vite'

/** Removes comments and white space of the style sheets in template literals, which a minifier keeps. */
export function collapseStyles(): Plugin {
  return {
    name: 'paypane-collapse-styles',
    transform: {
      filter: { id: /\/(widget\/styles\/[\w-]+|console\/styles)\.ts$/ },
      handler: (code) => ({ code: code.replace(/`[^`]*`/g, collapse), map: null }),
    },
  }
}

const collapse = (sheet: string): string =>
  sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/^` /, '`')
    .replace(/ ?([{};,>~]) ?/g, '$1')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
    .replaceAll(' !', '!')
    // Not before a pseudo-class, where the space is a combinator.
    .replace(/(?<=[\w-]): /g, ':')
    .replaceAll(';}', '}')

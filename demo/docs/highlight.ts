import { html } from 'hono/html'
import {
  type BundledLanguage,
  createCssVariablesTheme,
  createHighlighter,
  createJavaScriptRegexEngine,
  type ThemedToken,
} from 'shiki'

/** The languages of the blocks; a block in any other is plain text. */
const languages = new Map<string, BundledLanguage>([
  ...(
    [
      'ts',
      'tsx',
      'js',
      'jsx',
      'json',
      'sh',
      'html',
      'css',
      'python',
      'php',
      'vue',
      'svelte',
      'astro',
      'yaml',
      'kotlin',
      'swift',
      'dart',
      'xml',
    ] as const
  ).map((name) => [name, name] as const),
  ['env', 'dotenv'],
])

export type Highlight = (code: string, language: string) => string

/** Highlights with classes (`token-keyword`), because the pages' policy permits no inline styles. */
export async function createHighlight(): Promise<Highlight> {
  const theme = createCssVariablesTheme({ name: 'docs', variablePrefix: '--', fontStyle: false })
  const highlighter = await createHighlighter({
    themes: [theme],
    langs: [...languages.values()],
    engine: createJavaScriptRegexEngine(),
  })
  return (code, language) => {
    const lang = languages.get(language)
    if (lang === undefined) return escapeHtml(code)
    const lines = highlighter.codeToTokensBase(code, { lang, theme })
    return lines.map((tokens) => tokens.map(tokenHtml).join('')).join('\n')
  }
}

function tokenHtml({ content, color = '' }: ThemedToken): string {
  const [, name] = /^var\(--(token-[\w-]+)\)$/.exec(color) ?? []
  return name === undefined ? escapeHtml(content) : `<span class="${name}">${escapeHtml(content)}</span>`
}

const escapeHtml = (text: string): string => String(html`${text}`)

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { root } from './page.ts'

/** A name that an entry of the package exports. */
export interface PublicExport {
  /** `paypane/server` */
  entry: string
  name: string
  isFunction: boolean
  /** The text of its doc comment; empty without one. */
  docs: string
}

/** The entries of the package that are imported by code, with their source files; those for types only have no names. */
export const entries = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'object' && !path.includes('*')
    ? [{ entry: `paypane${path.slice(1)}`, file: join(root, target['paypane-source']) }]
    : [],
)

export const publicExports: readonly PublicExport[] = entries.flatMap(({ entry, file }) =>
  exportedNames(file).map((name) => ({ entry, name, ...declarationOf(file, name) })),
)

/** The names in `a, type B`. */
function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim().replace(/^type /, ''))
  return names.filter((name) => name !== '')
}

function exportedNames(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [
    ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => namesIn(list)),
    ...[...text.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  ]
}

/** Finds a declaration in a file, or in the file that it is imported or re-exported from. */
function declarationOf(file: string, name: string): Pick<PublicExport, 'isFunction' | 'docs'> {
  const text = readFileSync(file, 'utf8')
  const pattern = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\s*)?^(?:export )?(?:async )?(function|const|class|interface|type)\\*? ${name}\\b[^\\n]*`,
    'gm',
  )
  const declarations = [...text.matchAll(pattern)]
  // A schema and its type share a name; one comment serves both.
  const declaration = declarations.find(([, comment]) => comment !== undefined) ?? declarations[0]
  if (declaration) {
    const [line = '', comment = '', kind] = declaration
    return {
      docs: comment.replaceAll(/^\s*\/?\*+[ /]?/gm, '').trim(),
      isFunction: kind === 'function' || (kind === 'const' && /=>|= \($/.test(line)),
    }
  }
  for (const [, list = '', source = ''] of text.matchAll(/\{([^}]*)\} from '(\.[^']+)'/g))
    if (namesIn(list).includes(name)) return declarationOf(join(dirname(file), source), name)
  throw new Error(`${file} exports ${name}, but does not say from where`)
}

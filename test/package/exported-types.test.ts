import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { entries } from '../docs/exports.ts'
import { root } from '../docs/page.ts'

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}
/** A declaration: its file, its name there and its syntax. */
interface Declaration {
  file: string
  name: string
  node: Node
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value) => isNode(value))
const nameOf = (value: unknown): string =>
  isNode(value) && typeof value['name'] === 'string' ? value['name'] : ''

const parsed = new Map<string, Node[]>()
function statementsOf(file: string): Node[] {
  const known = parsed.get(file)
  if (known !== undefined) return known
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const statements = program.body.filter((value) => isNode(value))
  parsed.set(file, statements)
  return statements
}

/** The names that a statement declares: functions, classes, types and constants. */
function declaredIn(statement: Node): { name: string; node: Node }[] {
  const node = isNode(statement['declaration']) ? statement['declaration'] : statement
  if (node.type === 'VariableDeclaration')
    return [node['declarations']]
      .flat()
      .flatMap((one) => (isNode(one) ? [{ name: nameOf(one['id']), node: one }] : []))
  return isNode(node['id']) ? [{ name: nameOf(node['id']), node }] : []
}

/** Follows imports and re-exports to the declarations of a name: a schema and its type share one. */
function declarationsOf(file: string, name: string): Declaration[] {
  const own = statementsOf(file).flatMap(declaredIn)
  const found = own.filter((one) => one.name === name).map(({ node }) => ({ file, name, node }))
  if (found.length > 0) return found
  for (const statement of statementsOf(file)) {
    const source = isNode(statement['source']) ? statement['source']['value'] : null
    if (typeof source !== 'string' || !source.startsWith('.')) continue
    const target = join(dirname(file), source)
    for (const specifier of childrenOf(statement).filter(({ type }) =>
      /^(Import|Export)Specifier$/.test(type),
    )) {
      const [outer, inner] =
        specifier.type === 'ImportSpecifier'
          ? [specifier['local'], specifier['imported']]
          : [specifier['exported'], specifier['local']]
      if (nameOf(outer) === name && existsSync(target)) return declarationsOf(target, nameOf(inner))
    }
  }
  return []
}

/** The names that an entry exports. */
const exportedNames = (file: string): string[] =>
  statementsOf(file)
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((statement) => [
      ...declaredIn(statement).map(({ name }) => name),
      ...childrenOf(statement)
        .filter(({ type }) => type === 'ExportSpecifier')
        .map(({ exported }) => nameOf(exported)),
    ])
    .filter((name) => name !== '')

/** What a `.d.ts` has of a node: no bodies of functions, and no value of what has a type. */
function signatureOf(node: Node): Node[] {
  const isImplemented = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
  const isTyped =
    node.type === 'VariableDeclarator' && isNode(node['id']) && isNode(node['id']['typeAnnotation'])
  return childrenOf(node).filter(
    (child) => !(isImplemented && child === node['body']) && !(isTyped && child === node['init']),
  )
}

/** The types that a declaration names in its signature. */
function typesNamedIn(node: Node, inScope: ReadonlySet<string> = new Set()): string[] {
  const isPrivate =
    node['accessibility'] === 'private' || (isNode(node['key']) && node['key'].type === 'PrivateIdentifier')
  if (isPrivate || node.type === 'TSTypeQuery') return []
  const parameters = isNode(node['typeParameters']) ? childrenOf(node['typeParameters']) : []
  const scope = new Set([...inScope, ...parameters.map(({ name }) => nameOf(name)), nameOf(node['key'])])
  const reference = isNode(node['typeName'])
    ? node['typeName']
    : isNode(node['expression']) && node.type === 'TSInterfaceHeritage'
      ? node['expression']
      : null
  const named = reference !== null && !scope.has(nameOf(reference)) ? [nameOf(reference)] : []
  return [...named, ...signatureOf(node).flatMap((child) => typesNamedIn(child, scope))].filter(
    (name) => name !== '',
  )
}

/** Types that are named but not exported. */
const internal: readonly string[] = [
  // Made by the factories of the stores; its operations may change in any version.
  'Store',
  // Computed from the English texts.
  'Phrases',
  'NeedsTranslation',
]

test('every type that an export of an entry names is exported by an entry', () => {
  const exported = entries.flatMap(({ entry, file }) =>
    exportedNames(file).flatMap((name) => declarationsOf(file, name).map((one) => ({ ...one, entry }))),
  )
  const keyOf = ({ file, name }: Pick<Declaration, 'file' | 'name'>): string =>
    `${name} of ${relative(root, file)}`
  const isExported = new Set(exported.map(keyOf))
  const missing = exported.flatMap((one) =>
    typesNamedIn(one.node)
      .flatMap((name) => declarationsOf(one.file, name))
      .filter((type) => !isExported.has(keyOf(type)) && !internal.includes(type.name))
      .map((type) => `${one.entry}: ${one.name} names ${keyOf(type)}`),
  )
  expect([...new Set(missing)].sort()).toEqual([])
})

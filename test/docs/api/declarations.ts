import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** One thing that a module declares, as a reader needs it. */
export interface Declaration {
  name: string
  /** Where it is declared; with the name, what tells it from others. */
  file: string
  kind: 'function' | 'class' | 'type' | 'value'
  /** The comment before it, without its stars; empty where there is none. */
  docs: string
  /** As it is written, its comments too, without bodies and without what is private. */
  text: string
  /** What it names that our modules declare. */
  names: readonly Declared[]
}

type Declared = Pick<Declaration, 'name' | 'file'>

type Node = ESTree.Directive | ESTree.Statement | ESTree.Declaration

interface Module {
  file: string
  text: string
  comments: readonly { start: number; end: number; value: string }[]
  /** A value and a type of one name are one thing: a schema and what it infers. */
  declared: ReadonlyMap<string, readonly { node: ESTree.Declaration; start: number }[]>
  /** The names that it takes from modules of ours. */
  taken: ReadonlyMap<string, Declared>
  exported: ReadonlyMap<string, string>
}

const modules = new Map<string, Module>()

function moduleAt(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  const { program, comments, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const declared = new Map<string, { node: ESTree.Declaration; start: number }[]>()
  const taken = new Map<string, Declared>()
  const exported = new Map<string, string>()
  const beside = (source: string) => join(dirname(file), source)
  const declare = (node: Node, start = node.start): readonly string[] => {
    const name = nameOf(node)
    if (name === null || !isDeclaration(node)) return []
    declared.set(name, [...(declared.get(name) ?? []), { node, start }])
    return [name]
  }
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.'))
      for (const one of node.specifiers)
        if (one.type === 'ImportSpecifier')
          taken.set(one.local.name, { name: textOf(one.imported), file: beside(node.source.value) })
    if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration) for (const name of declare(node.declaration, node.start)) exported.set(name, name)
      for (const one of node.specifiers) {
        const [local, outside] = [textOf(one.local), textOf(one.exported)]
        exported.set(outside, local)
        if (node.source) taken.set(local, { name: local, file: beside(node.source.value) })
      }
    } else declare(node)
  }
  const module = { file, text, comments, declared, taken, exported }
  modules.set(file, module)
  return module
}

const isDeclaration = (node: Node): node is ESTree.Declaration => nameOf(node) !== null

function nameOf(node: Node): string | null {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return node.id?.name ?? null
    case 'VariableDeclaration': {
      const [first] = node.declarations
      return first?.id.type === 'Identifier' ? first.id.name : null
    }
    default:
      return null
  }
}

const textOf = (name: ESTree.ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name)

/** Where a name that a module uses is declared; null where no module of ours does. */
function declaredAt(module: Module, name: string): Declared | null {
  if (module.declared.has(name)) return { name, file: module.file }
  const from = module.taken.get(name)
  if (!from) return null
  const next = moduleAt(from.file)
  return declaredAt(next, next.exported.get(from.name) ?? from.name)
}

/** What a module exports, in its order. */
export function exportsOf(file: string): Declaration[] {
  const module = moduleAt(file)
  return [...module.exported.values()].flatMap((name) => {
    const at = declaredAt(module, name)
    return at ? [declarationOf(at)] : []
  })
}

/** What the module says of itself. */
export const moduleDocsOf = (file: string): string => {
  const [first] = moduleAt(file).comments
  return first && /@module/.test(first.value) ? plain(first.value).replace(/\s*@module/, '') : ''
}

export function declarationOf({ name, file }: Declared): Declaration {
  const module = moduleAt(file)
  const nodes = module.declared.get(name) ?? []
  const [first] = nodes
  if (!first) throw new Error(`${file} does not declare ${name}`)
  const names = new Map<string, Declared>()
  for (const { node } of nodes)
    for (const used of namesIn(node)) {
      const at = used === name ? null : declaredAt(module, used)
      if (at) names.set(used, at)
    }
  return {
    name,
    file,
    kind: kindOf(first.node),
    docs: docsBefore(module, first.start),
    text: nodes.map(({ node }) => outlineOf(module, node)).join('\n'),
    names: [...names.values()],
  }
}

function kindOf(node: ESTree.Declaration): Declaration['kind'] {
  if (node.type === 'FunctionDeclaration' || arrowOf(node)) return 'function'
  if (node.type === 'ClassDeclaration') return 'class'
  return node.type === 'VariableDeclaration' ? 'value' : 'type'
}

function arrowOf(node: ESTree.Declaration): ESTree.ArrowFunctionExpression | null {
  const init = node.type === 'VariableDeclaration' ? node.declarations[0]?.init : null
  return init?.type === 'ArrowFunctionExpression' ? init : null
}

function docsBefore({ comments, text }: Module, start: number): string {
  const last = comments.findLast((one) => one.end <= start)
  const isItsOwn = last && text.startsWith('/**', last.start) && text.slice(last.end, start).trim() === ''
  return isItsOwn && !/@module/.test(last.value) ? plain(last.value) : ''
}

/** A comment without its stars. */
const plain = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, ''))
    .join('\n')
    .trim()

/** A declaration without its bodies. */
function outlineOf({ text, comments }: Module, node: ESTree.Declaration): string {
  const cut = (start: number, end: number | undefined): string => text.slice(start, end).trim()
  const arrow = arrowOf(node)
  if (arrow) {
    const head = cut(arrow.start, arrow.returnType?.end ?? arrow.body.start).replace(/^async /, '')
    return `function ${nameOf(node)}${head}`
  }
  if (node.type === 'FunctionDeclaration') return cut(node.start, node.body?.start).replace(/^async /, '')
  if (node.type === 'VariableDeclaration') {
    const typed = node.declarations[0]?.id.typeAnnotation
    return cut(node.start, typed?.end ?? node.end)
  }
  if (node.type !== 'ClassDeclaration') return cut(node.start, node.end)
  const members = node.body.body.flatMap((member) => {
    if ('accessibility' in member && member.accessibility === 'private') return []
    if ('key' in member && member.key.type === 'PrivateIdentifier') return []
    // What a base class calls says nothing about how this one is used.
    if (member.type === 'MethodDefinition' && member.override) return []
    const docs = comments.findLast((one) => one.end <= member.start && one.start > node.body.start)
    const before = docs && cut(docs.end, member.start) === '' ? `  ${cut(docs.start, docs.end)}\n` : ''
    const body = 'value' in member && member.value && 'body' in member.value ? member.value.body : null
    return [`${before}  ${cut(member.start, body?.start ?? member.end)}`]
  })
  const head = cut(node.start, node.body.start + 1)
  return members.length > 0 ? [head, ...members, '}'].join('\n') : head.replace(/ \{$/, '')
}

/** The names that a declaration uses, outside its bodies. */
function namesIn(node: ESTree.Declaration): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (one: { type: string }): void => {
    if ('name' in one && typeof one.name === 'string') names.add(one.name)
  }
  const isSchema = node.type === 'VariableDeclaration' && !arrowOf(node)
  // A member's name, or that of a property, is none of ours.
  const apart = new Set<object>()
  const bodies: { start: number; end: number }[] = []
  const isInside = (one: { start: number }) =>
    bodies.some(({ start, end }) => start <= one.start && one.start < end)
  new Visitor({
    BlockStatement(one) {
      bodies.push(one)
    },
    ArrowFunctionExpression(one) {
      bodies.push(one.body)
    },
    PropertyDefinition(one) {
      if (one.key.type === 'PrivateIdentifier') bodies.push(one)
    },
    TSTypeReference(one) {
      if (!isInside(one)) add(one.typeName)
    },
    TSTypeQuery(one) {
      if (!isInside(one)) add(one.exprName)
    },
    TSInterfaceHeritage(one) {
      add(one.expression)
    },
    MemberExpression(one) {
      if (!one.computed) apart.add(one.property)
    },
    Property(one) {
      if (!one.computed && !one.shorthand) apart.add(one.key)
    },
    Identifier(one) {
      if (isSchema && !isInside(one) && !apart.has(one)) add(one)
    },
  }).visit({ type: 'Program', body: [node], sourceType: 'module', hashbang: null, start: 0, end: node.end })
  return names
}

import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  API,
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Symbol as TsSymbol,
  type Type,
} from 'typescript/unstable/sync'
import { expect, test } from 'vitest'
import { documentDeclarations } from '../../scripts/document-declarations.ts'
import { entries } from '../docs/exports.ts'
import { root } from '../docs/page.ts'
import { isFull } from '../support/full.ts'

/** Inside the package, so that its dependencies resolve; ignored by git. */
const folder = join(root, 'test-results/declarations')
const dist = join(folder, 'dist')

/** Types and members that need no text. */
const exempt = [
  // The operations of a store are not public.
  /^Store\./,
  // The texts of the widget.
  /^Messages\.|\.messages\./,
  // Environment variables: docs/settings.md has a row for each.
  /\.[A-Z][A-Z0-9_]+$/,
  // What every error and every component of Preact has.
  /Error\.name$/,
  /^Paypane\.(component\w+|render|__#.*)$/,
]

/** Members without a doc comment of the types that an entry exports, and of those that their members and functions use. */
function undocumentedMembers(checker: Checker, exported: readonly TsSymbol[]): string[] {
  const missing = new Set<string>()
  const seen = new Set<number>()
  const isOwn = ({ declarations }: TsSymbol): boolean =>
    declarations.some(({ path }) => path.startsWith(dist))
  const isDocumented = (symbol: TsSymbol | undefined): boolean =>
    symbol !== undefined && isOwn(symbol) && symbol.getDocumentationComment(checker) !== ''
  /** A literal says what it is, and a named type may be documented itself. */
  const explains = (type: Type): boolean =>
    type.isLiteralType() || isDocumented(type.getAliasSymbol()) || isDocumented(type.getSymbol())

  function visit(type: Type | undefined, path: string): void {
    if (type === undefined || seen.has(type.id)) return
    seen.add(type.id)
    const symbol = type.getAliasSymbol() ?? type.getSymbol()
    const name = symbol !== undefined && isOwn(symbol) && !symbol.name.startsWith('__') ? symbol.name : path
    if (exempt.some((pattern) => pattern.test(`${name}.`))) return
    for (const argument of type.isTypeReference() ? checker.getTypeArguments(type) : []) visit(argument, name)
    if (type.isUnionType()) for (const part of type.getTypes()) visit(part, name)
    for (const { parameters, result } of signaturesOf(type)) {
      visit(result, name)
      for (const parameter of parameters) visit(checker.getTypeOfSymbol(parameter), name)
    }
    if (type.isObjectType() || type.isIntersectionType())
      for (const member of checker.getPropertiesOfType(type).filter(isOwn)) visitMember(member, name)
  }

  const signaturesOf = (type: Type) =>
    [SignatureKind.Call, SignatureKind.Construct]
      .flatMap((kind) => checker.getSignaturesOfType(type, kind))
      .map((signature) => ({
        parameters: signature.getParameters(),
        result: checker.getReturnTypeOfSignature(signature),
      }))

  function visitMember(member: TsSymbol, owner: string): void {
    const path = `${owner}.${member.name}`
    if (exempt.some((pattern) => pattern.test(path))) return
    const type = checker.getTypeOfSymbol(member)
    const types = type ? [type, checker.getNonNullableType(type) ?? type] : []
    if (!isDocumented(member) && !types.some(explains)) missing.add(path)
    visit(type, path)
  }

  for (const symbol of exported) {
    if (symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface | SymbolFlags.TypeAlias))
      visit(checker.getDeclaredTypeOfSymbol(symbol), symbol.name)
    if (symbol.flags & SymbolFlags.Function) visit(checker.getTypeOfSymbol(symbol), symbol.name)
  }
  return [...missing].sort()
}

test.runIf(isFull)('editors show a text at every member of the public types', async () => {
  rmSync(folder, { recursive: true, force: true })
  const tsc = join(root, 'node_modules/.bin/tsc')
  const built = spawnSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', dist], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(built.stdout).toBe('')
  await documentDeclarations(dist, join(root, 'src'))

  const files = entries.map(({ file }) =>
    join(dist, relative(join(root, 'src'), file).replace(/\.tsx?$/, '.d.ts')),
  )
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', files }))
  const api = new API({ cwd: folder })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`TypeScript does not open ${config}`)
    const { checker, program } = project
    const exported = files.flatMap((file) => {
      const source = program.getSourceFile(file)
      const module = source && checker.getSymbolAtLocation(source)
      return module ? checker.getExportsOfModule(module) : []
    })
    const symbols = exported.map((symbol) =>
      symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
    expect(undocumentedMembers(checker, symbols)).toEqual([])
    expect(symbols.length).toBeGreaterThan(150)
  } finally {
    api.close()
  }
})

/**
 * Part of `npm run build`: writes the descriptions of zod schemas into `dist/**.d.ts`, as doc comments of the members
 * of their types, since `tsc` writes none there. An exported schema within another becomes a reference to it.
 */
import { glob, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ESTree, parseSync } from 'vite'
import { z } from 'zod'

/** An exported schema, and its type as `tsc` has written it. */
interface Declaration {
  file: string
  name: string
  schema: z.core.$ZodType
  type: ESTree.TSType
}

interface Edit {
  start: number
  end: number
  text: string
}

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType

export async function documentDeclarations(dist: string, src: string): Promise<void> {
  const declarations: Declaration[] = []
  for await (const file of glob(join(dist, '**/*.d.ts'))) {
    const source = join(src, relative(dist, file).replace('.d.ts', '.ts'))
    declarations.push(...(await declarationsIn(file, source)))
  }
  const bySchema = new Map(declarations.map((one) => [one.schema, one]))
  for (const [file, own] of Map.groupBy(declarations, (one) => one.file)) {
    const edits = own.flatMap(({ type, schema }) => editsOf(type, schema, file, bySchema))
    await writeFile(file, applyEdits(await readFile(file, 'utf8'), edits))
  }
}

async function declarationsIn(file: string, source: string): Promise<Declaration[]> {
  const text = await readFile(file, 'utf8')
  if (!/^export declare const \w+: z\.Zod/m.test(text)) return []
  const values: Record<string, unknown> = await import(pathToFileURL(source).href)
  return parseSync(file, text).program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id }): Declaration[] => {
      if (id.type !== 'Identifier' || !id.typeAnnotation) return []
      const schema = values[id.name]
      return isSchema(schema) ? [{ file, name: id.name, schema, type: id.typeAnnotation.typeAnnotation }] : []
    })
  })
}

/** The edits within the type of a schema: by the members of an object, otherwise by its type arguments. */
function editsOf(
  type: ESTree.TSTupleElement,
  schema: z.core.$ZodType,
  file: string,
  bySchema: ReadonlyMap<z.core.$ZodType, Declaration>,
): Edit[] {
  const visit = (part: ESTree.TSTupleElement, of: z.core.$ZodType): Edit[] => {
    const declared = bySchema.get(of)
    if (!declared) return editsOf(part, of, file, bySchema)
    return [{ start: part.start, end: part.end, text: `typeof ${referenceTo(declared, file)}` }]
  }
  const parameters = type.type === 'TSTypeReference' ? (type.typeArguments?.params ?? []) : []
  const [shape] = parameters
  if (schema instanceof z.core.$ZodObject && shape?.type === 'TSTypeLiteral')
    return shape.members.flatMap((member) => {
      const name = member.type === 'TSPropertySignature' ? nameOf(member.key) : ''
      const value = schema._zod.def.shape[name]
      if (member.type !== 'TSPropertySignature' || !member.typeAnnotation || !value)
        throw new Error(`${file} declares a member that its schema has not: ${name}`)
      const description = descriptionOf(value)
      const comment = description ? `/** ${description} */\n` : ''
      return [
        { start: member.start, end: member.start, text: comment },
        ...visit(member.typeAnnotation.typeAnnotation, value),
      ]
    })
  const types = parameters.flatMap((one) => (one.type === 'TSTupleType' ? one.elementTypes : [one]))
  const parts = Object.values<unknown>({ ...schema._zod.def })
    .flat()
    .filter(isSchema)
  return parts.flatMap((part, index) => {
    const of = types[index]
    return of ? visit(of, part) : []
  })
}

function nameOf(key: ESTree.PropertyKey): string {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : ''
}

/** The description of a member: its own, else that of the value that it may have. */
function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const { description } = z.globalRegistry.get(schema) ?? {}
  const isWrapper = schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable
  return description ?? (isWrapper ? descriptionOf(schema._zod.def.innerType) : undefined)
}

function referenceTo(declared: Declaration, file: string): string {
  if (declared.file === file) return declared.name
  const path = relative(dirname(file), declared.file).replaceAll('\\', '/').replace('.d.ts', '.ts')
  return `import('${path.startsWith('.') ? path : `./${path}`}').${declared.name}`
}

const applyEdits = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, edit) => edited.slice(0, edit.start) + edit.text + edited.slice(edit.end), text)

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  await documentDeclarations(join(root, 'dist'), join(root, 'src'))
}

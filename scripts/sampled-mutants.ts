import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { createRandom } from '../src/sandbox/random.ts'
import { type Planted, replaceRange } from './planted.ts'

/** Where money is decided or acted on. */
const files = [
  'src/server/{attempt,callback,checkout,payout,refund,worker}/*.ts',
  'src/server/rules/{attempt,checkout,payout}/*.ts',
  'src/server/rules/{claim,merchant-events,operator-decision,policy,refund}.ts',
]
/** Of these modules nothing moves money: how a form is filled in, what is shown beside the payment. */
const besides = /(linear-pattern|payer-fields|payer-options|order-warnings|destination)\.ts$/
/** Texts are what is logged and shown; states and reasons are members of other mutants. */
const textMutators = ['StringLiteral', 'Regex']

const Position = z.object({ line: z.number(), column: z.number() })
const Instrumented = z.object({
  mutants: z.array(
    z.object({
      fileName: z.string(),
      mutatorName: z.string(),
      replacement: z.string(),
      location: z.object({ start: Position, end: Position }),
    }),
  ),
})
const Tool = z.object({
  Instrumenter: z.custom<
    new (
      logger: object,
    ) => { instrument(files: object[], options: object): Promise<unknown> }
  >((value) => typeof value === 'function'),
})
const toolPath = 'test/mutation/node_modules/@stryker-mutator/instrumenter/dist/src/index.js'
const silent = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false }

/** A sample, drawn by the seed, of all changes that StrykerJS makes where money is decided or acted on. */
export async function sampleMutants(seed: string, count: number): Promise<Planted[]> {
  if (!existsSync(toolPath))
    throw new Error('StrykerJS is not installed: run `npm ci --prefix test/mutation`.')
  const { Instrumenter } = Tool.parse(await import(pathToFileURL(toolPath).href))
  const names = (await Array.fromAsync(glob(files))).filter((name) => !besides.test(name)).sort()
  const sources = await Promise.all(
    names.map(async (name) => ({ name, mutate: true, content: await readFile(name, 'utf8') })),
  )
  const options = { excludedMutations: [], ignorers: [], plugins: null, noHeader: true }
  const { mutants } = Instrumented.parse(await new Instrumenter(silent).instrument(sources, options))
  const random = createRandom(`sample ${seed}`)
  const left = mutants.filter(({ mutatorName }) => !textMutators.includes(mutatorName))
  const drawn = Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.int(left.length), 1),
  )
  return drawn.flat().map(({ fileName, mutatorName, replacement, location: { start, end } }) => ({
    name: `${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}`,
    file: fileName,
    plant: (source) => replaceRange(source, { start, end }, replacement),
  }))
}

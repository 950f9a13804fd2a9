import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readCommandLine } from '../../scripts/command-line.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Database, postgresDatabase, sqliteDatabase } from './scale/database.ts'
import { fill } from './scale/fill.ts'
import { flat } from './scale/flat.ts'
import { processes } from './scale/processes.ts'
import { wake } from './scale/wake.ts'
import { type Row, table } from './server/table.ts'

const parts = ['sqlite', 'postgres', 'processes', 'wake'] as const
const Parts = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(parts)))
const Count = z.coerce.number().int().positive()
const Counts = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.int().positive()))

/**
 * `npm run bench scale`: every operation beside more and more paid orders, more processes, and payers who wait at several.
 * `npm run bench scale -- --parts sqlite --orders 10000` is a short run.
 */
const { values: options } = readCommandLine(import.meta.filename, {
  args: process.argv.slice(3),
  values: z.object({
    parts: Parts,
    orders: Counts,
    'postgres-orders': Counts.default([10_000, 1_000_000, 10_000_000]),
    rounds: Count,
    processes: Counts,
    'lookup-ms': Counts,
    payers: Count,
  }),
  options: {
    parts: { type: 'string', default: parts.join(',') },
    orders: { type: 'string', default: '10000,1000000' },
    'postgres-orders': { type: 'string' },
    rounds: { type: 'string', default: '15' },
    processes: { type: 'string', default: '1,2,4' },
    'lookup-ms': { type: 'string', default: '100,1000' },
    payers: { type: 'string', default: '10000' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'paypane-scale-'))
const rows: Row[] = []
const progress = (text: string): void => void process.stderr.write(`${text}\n`)

/** Fills a database for each number of orders, the first with none. */
async function measureFlat(
  label: string,
  orders: readonly number[],
  open: (name: string) => Promise<Database>,
): Promise<Row[]> {
  const databases: { orders: number; database: Database }[] = []
  const sizes: Row[] = []
  let emptyBytes: number | undefined
  try {
    for (const count of [0, ...orders]) {
      const database = await open(`${label}-${count}`)
      databases.push({ orders: count, database })
      const from = performance.now()
      await fill(database, count)
      const seconds = Math.round((performance.now() - from) / 1000)
      progress(`${label}: ${count} orders in ${seconds} s`)
      const bytes = await database.bytes()
      emptyBytes ??= bytes
      if (count > 0)
        sizes.push({
          label: `${label}, database of ${count} paid orders`,
          value: `${((bytes - emptyBytes) / count / 1000).toFixed(1)} kB per order`,
          target: 'none',
          reached: null,
        })
    }
    return [
      ...sizes,
      ...(await flat(`${label} beside ${orders.join(', ')} orders`, databases, options.rounds)),
    ]
  } finally {
    for (const { database } of databases) await database.end()
  }
}

const measured: Record<(typeof parts)[number], () => Promise<Row[]>> = {
  sqlite: () => measureFlat('SQLite', options.orders, async (name) => sqliteDatabase(folder, name)),
  async postgres() {
    const settings = [
      // Filling writes no log, as `COPY` into a new table.
      'wal_level=minimal',
      'max_wal_senders=0',
      'max_wal_size=8GB',
      // PostgreSQL keeps the plans of small tables and makes those of large ones each time: that would count as growth.
      'plan_cache_mode=force_custom_plan',
    ]
    const postgres = await startPostgres({ durable: true, settings })
    try {
      return await measureFlat('PostgreSQL', options['postgres-orders'], () => postgresDatabase(postgres))
    } finally {
      await postgres.end()
    }
  },
  async processes() {
    const rows: Row[] = []
    for (const lookupMs of options['lookup-ms']) rows.push(...(await processes(options.processes, lookupMs)))
    return rows
  },
  wake: () => wake(options.payers, Math.max(...options.processes)),
}

try {
  for (const part of options.parts) {
    const results = await measured[part]()
    for (const { label, value } of results) progress(`${label}: ${value}`)
    rows.push(...results)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${table(rows)}`)

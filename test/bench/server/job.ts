import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

/** A job for the client process. */
export const Job = z.discriminatedUnion('job', [
  z.object({
    job: z.literal('rate'),
    of: z.enum(['view', 'html', 'page', 'create', 'callback', 'rejected', 'health']),
    /** The checkout, or the prefix of all orders. */
    name: z.string(),
    clientSecret: z.string().optional(),
    urls: z.array(z.string()),
    count: z.int(),
    concurrency: z.int(),
  }),
  z.object({
    job: z.literal('hold'),
    url: z.string(),
    checkouts: z.array(z.object({ id: z.string(), clientSecret: z.string(), etag: z.string() })),
    count: z.int(),
  }),
])
export type Job = z.infer<typeof Job>

const client = fileURLToPath(new URL('client.ts', import.meta.url))

/** Runs a job in a client process. */
export async function runJob(job: Job): Promise<number> {
  const node = [...process.execArgv, client, JSON.stringify(job)]
  const { stdout } = await promisify(execFile)(process.execPath, node)
  return z.number().parse(JSON.parse(stdout))
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { startPostgres } from '../support/postgres.ts'
import { startMerchant, startSandbox } from '../support/processes.ts'

/** A database for one test, and what removes it. */
const databases: Record<string, () => Promise<{ url: string; end(): Promise<void> }>> = {
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'paypane-stop-'))
    return { url: `file:${join(folder, 'shop.db')}`, end: () => rm(folder, { recursive: true }) }
  },
  async postgres() {
    const server = await startPostgres()
    return { url: await server.database(), end: () => server.end() }
  },
}

const payerCount = 20

test.each(isFull ? Object.keys(databases) : ['sqlite'])(
  '%s: a stop under load ends in 503, never in an error',
  async (name) => {
    const database = await databases[name]?.()
    const sandbox = await startSandbox()
    const shop = await startMerchant({ DATABASE_URL: database?.url ?? '', ...sandbox.settings })
    try {
      const opened = await fetch(`${shop.url}/pay/checkouts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: '1042' }),
      })
      const { id, clientSecret } = await opened.json()
      const headers = { 'checkout-secret': clientSecret, 'if-none-match': opened.headers.get('etag') ?? '' }
      const answers: Response[] = []
      // Long polls and short ones, each again as soon as it is answered, until the server is gone.
      const poll = async (wait: string): Promise<void> => {
        for (;;) {
          const response = await fetch(`${shop.url}/pay/checkouts/${id}${wait}`, { headers }).catch(
            () => null,
          )
          if (response === null) return
          await response.arrayBuffer().catch(() => null)
          answers.push(response)
        }
      }
      const payers = Array.from({ length: payerCount }, (_, index) => poll(index % 4 === 0 ? '' : '?wait=25'))
      await expect
        .poll(async () => (await fetch(`${shop.url}/metrics`)).text())
        .toMatch(new RegExp(`^paypane_waits_open ${payerCount * 0.75}$`, 'm'))

      const logged = shop.log().length
      expect(await shop.stop()).toBe(0)
      await Promise.all(payers)
      for (const { status, headers } of answers) {
        expect([304, 503]).toContain(status)
        if (status === 503)
          expect([headers.get('retry-after'), headers.get('connection')]).toEqual(['1', 'close'])
      }
      const lines = shop.log().slice(logged).trim().split('\n')
      expect(lines.filter((line) => !/"level":(20|30)/.test(line))).toEqual([])
    } finally {
      await shop.kill()
      await sandbox.stop()
      await database?.end()
    }
  },
)

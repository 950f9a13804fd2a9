/**
 * A client process whose payers wait at one server as the widget does, each on a connection of its own. It sends its parent
 * a message for each answer: of which checkout, whether it is paid, and when.
 */
import { Pool } from 'undici'
import { z } from 'zod'
import { longPollSeconds } from '../../../src/widget/core/poll-schedule.ts'
import { Waiting } from './wake-messages.ts'

const View = z.object({ id: z.string(), status: z.string() })

/** Comparable between processes of one machine. */
const now = (): number => performance.timeOrigin + performance.now()

async function wait(pool: Pool, { id, clientSecret, etag }: Waiting['checkouts'][number]): Promise<void> {
  const headers = { 'checkout-secret': clientSecret, 'if-none-match': etag }
  for (;;) {
    const path = `/checkouts/${id}?wait=${longPollSeconds(Math.random())}`
    const answer = await pool
      .request({ method: 'GET', path, headers })
      .then(async ({ statusCode, body }) => ({ statusCode, text: await body.text() }))
      .catch(() => null)
    const at = now()
    if (answer?.statusCode === 304) continue
    if (answer?.statusCode !== 200) {
      // As a page does.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      continue
    }
    const view = View.parse(JSON.parse(answer.text))
    process.send?.({ id, right: view.id === id && view.status === 'succeeded', at })
    return
  }
}

process.on('message', async (message) => {
  const { url, checkouts } = Waiting.parse(message)
  const pool = new Pool(url, { connections: checkouts.length })
  // Payers arrive at any time, so their long polls are renewed at any time.
  for (const checkout of checkouts) setTimeout(() => void wait(pool, checkout), Math.random() * 25_000)
})
process.once('SIGTERM', () => process.exit())

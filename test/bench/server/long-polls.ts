import { callbackSignature } from 'paypane/service'
import { z } from 'zod'
import { measureMs } from '../measure.ts'
import { runJob } from './job.ts'
import { createCheckout, post } from './payer.ts'
import type { Row } from './table.ts'

const count = 10_000
const checkouts = 100

const Merchant = z.object({ openLongPolls: z.number(), rss: z.number() })
const Service = z.object({ placed: z.number() })

/** Concurrent long polls in one process: memory, and the time until callbacks have answered all of them. */
export async function longPolls(merchant: string, service: string): Promise<Row[]> {
  const stats = async () => Merchant.parse(await (await fetch(`${merchant}/stats`)).json())
  const { placed } = Service.parse(await (await fetch(`${service}/stats`)).json())
  const made = await Promise.all(Array.from({ length: checkouts }, () => createCheckout(merchant)))
  const externalIds = made.map((_, index) => `e-${placed + index + 1}`)
  const before = await stats()
  const answers = runJob({ job: 'hold', url: merchant, checkouts: made, count })
  let now = before
  while (now.openLongPolls < count) {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 100)), answers])
    now = await stats()
  }
  const memory = (now.rss - before.rss) / 1024 / 1024
  let answered = 0
  const woken = await measureMs(async () => {
    await Promise.all(externalIds.map((externalId) => sendCallback(merchant, service, externalId)))
    answered = await answers
  })
  return [
    {
      label: `${count} long polls: memory of the server`,
      value: `${memory.toFixed(0)} MB more`,
      target: '< 400 MB',
      reached: memory < 400,
    },
    {
      label: `${count} long polls: all woken by ${checkouts} callbacks`,
      value: `${answered} in ${(woken / 1000).toFixed(2)} s`,
      target: '≤ 2 s',
      reached: answered === count && woken <= 2000,
    },
  ]
}

async function sendCallback(merchant: string, service: string, externalId: string): Promise<void> {
  await post(`${service}/paid/${externalId}`, '')
  const fields = { externalId, status: 'Success', amount: '10.00', orderType: 'Deposit' }
  const signature = callbackSignature(fields, 'the private key')
  await post(`${merchant}/callbacks/p2p`, JSON.stringify(fields), { signature })
}

import { callbackSignature } from 'paypane/service'
import { z } from 'zod'
import { measureMs } from '../measure.ts'
import { runJob } from './job.ts'
import { createCheckout, post } from './payer.ts'
import type { Row } from './table.ts'

const count = 10_000
const checkouts = 100

const Merchant = z.object({ waitsOpen: z.number(), rss: z.number() })
const Service = z.object({ placed: z.number() })

/** Questions held at once in one process, and how long until all are answered once callbacks say that all is paid. */
export async function longPolls(merchant: string, service: string): Promise<Row[]> {
  const stats = async () => Merchant.parse(await (await fetch(`${merchant}/figures`)).json())
  const { placed } = Service.parse(await (await fetch(`${service}/figures`)).json())
  const made = await Promise.all(Array.from({ length: checkouts }, () => createCheckout(merchant)))
  const externalIds = made.map((_, index) => `e-${placed + index + 1}`)
  const before = await stats()
  const answers = runJob({ job: 'hold', url: merchant, checkouts: made, count })
  let now = before
  while (now.waitsOpen < count) {
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
      label: `${count} held questions: memory of the server`,
      value: `${memory.toFixed(0)} MB more`,
      target: '< 400 MB',
      reached: memory < 400,
    },
    {
      label: `${count} held questions: all woken by ${checkouts} callbacks`,
      value: `${answered} in ${(woken / 1000).toFixed(2)} s`,
      target: '≤ 2 s',
      reached: answered === count && woken <= 2000,
    },
  ]
}

async function sendCallback(merchant: string, service: string, externalId: string): Promise<void> {
  await post(`${service}/paid/${externalId}`, '')
  const fields = { externalId, status: 'Success', amount: '10.00', orderType: 'Deposit' }
  const signature = await callbackSignature(fields, 'the private key')
  await post(`${merchant}/callbacks/p2p`, JSON.stringify(fields), { signature })
}

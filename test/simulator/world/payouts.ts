import { accountNumber, shopRules } from '../shop-rules.ts'
import type { World } from '../world.ts'
import { orWaiting } from './errors.ts'
import { route } from './instances.ts'
import { asOperator, type Operator } from './operator-requests.ts'
import { hasOrder } from './service-orders.ts'
import { storedEntries } from './stored-entries.ts'

/** `how`: by the merchant's code, or by a request whose account number is a JSON number. */
export async function payOut(world: World, reference: string, how: 'text' | 'number'): Promise<void> {
  const { value: amount, currency } = shopRules.payout
  if (how === 'number') {
    const body = `{"reference":"${reference}","amount":${amount},"currency":"${currency}","additionalFields":[{"key":"accountNumber","value":${accountNumber}}]}`
    await asOperator(world, 'ann', 'POST', '/payouts', body)
    return
  }
  const additionalFields = [{ key: 'accountNumber', value: accountNumber }]
  const create = async () =>
    await route(world, world.random.routing).paypane.payouts.create({
      reference,
      amount,
      currency,
      additionalFields,
    })
  await orWaiting(world, create())
}

export const hasPayout = async ({ store }: World, reference: string): Promise<boolean> =>
  (await store.entryByRef('payout', reference)) !== null

/** Each payout that awaits an approval: `ann` may have created it. */
export async function decidePayouts(
  world: World,
  name: Operator,
  action: 'approve' | 'reject',
): Promise<void> {
  for (const entry of await storedEntries(world)) {
    const pending = entry.kind === 'payout' ? entry.approvals.at(-1) : undefined
    if (entry.kind !== 'payout' || pending?.decided !== null) continue
    const { externalTransactionId: id = '' } = entry.attempts[0] ?? {}
    // Nobody approves to discard an order that exists, unless it was called back since it was looked for.
    const isWrong = hasOrder(world, id) && !world.invariants.wasCalledBack(entry, pending.at)
    if (pending.action === 'discard' && action === 'approve' && isWrong) continue
    await asOperator(world, name, 'POST', `/payouts/${entry.reference}/${action}`, '{"note":"Decided."}')
  }
}

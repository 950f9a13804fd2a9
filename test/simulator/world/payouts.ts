import { accountNumber, shopRules } from '../shop-rules.ts'
import type { World } from '../world.ts'
import { orWaiting } from './errors.ts'
import { route } from './instances.ts'
import { asOperator, type Operator } from './operator-requests.ts'
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
  for (const entry of await storedEntries(world))
    if (entry.kind === 'payout' && entry.approvals.at(-1)?.decided === null)
      await asOperator(world, name, 'POST', `/payouts/${entry.reference}/${action}`, '{"note":"Decided."}')
}

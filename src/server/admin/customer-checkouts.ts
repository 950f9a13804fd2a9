import type { Context } from '../context.ts'
import type { Checkout } from '../rules/model.ts'

const pageSize = 50

/** The checkouts that are a customer's, or have an attempt of the customer, newest first, read in pages. */
export async function* customerCheckouts({ store }: Context, customer: string): AsyncGenerator<Checkout> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { entries, unreadable, after } = await store.list({
      kind: 'checkout',
      customer,
      limit: pageSize,
      ...(cursor === '' ? {} : { after: cursor }),
    })
    if (unreadable.length > 0)
      throw new Error(
        `A checkout of this customer cannot be read: ${unreadable.join(', ')}. It is damaged, or a newer version of Paypane has written it.`,
      )
    for (const entry of entries) if (entry.kind === 'checkout') yield entry
    cursor = after
  }
}

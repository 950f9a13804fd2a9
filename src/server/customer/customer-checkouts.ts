import type { Checkout } from '../rules/model.ts'
import type { Store } from '../store/store.ts'

const pageSize = 50

/** The checkouts that are a customer's, or have an attempt of the customer, newest first, read in pages. */
export async function* customerCheckouts(
  store: Pick<Store, 'list'>,
  customer: string,
): AsyncGenerator<Checkout> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { entries, after } = await store.list({
      kind: 'checkout',
      customer,
      limit: pageSize,
      ...(cursor === '' ? {} : { after: cursor }),
    })
    for (const entry of entries) if (entry.kind === 'checkout') yield entry
    cursor = after
  }
}

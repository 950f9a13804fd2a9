import { createSession } from 'paypane'
import { createSandbox } from 'paypane/sandbox'
import { createPaypane, memoryStore } from 'paypane/server'
import { createPaymentsClient } from 'paypane/service'

const url = 'http://127.0.0.1'

/** A shop, its server and the sandbox, connected by function calls: no ports, no database, nothing to clean up. */
export function createTestShop({ order, onEvent }) {
  const sessions = []
  const sandbox = createSandbox({ fetch: (input, init) => paypane.fetch(new Request(input, init)) })
  const env = sandbox.env()
  const paypane = createPaypane({
    service: createPaymentsClient({ baseUrl: env.PAYMENTS_BASE_URL, fetch: sandbox.fetch }),
    pipelines: { p2p: { profile: 'p2p', key: env.PAYMENTS_P2P_KEY, privateKey: env.PAYMENTS_PRIVATE_KEY } },
    store: memoryStore(),
    publicUrl: url,
    basePath: '/pay',
    order,
    onEvent,
    log: () => undefined,
  })
  return {
    /** A payer in front of the widget, without a page. */
    openSession(reference) {
      const session = createSession({
        endpoint: `${url}/pay`,
        order: reference,
        fetch: (input, init) => paypane.fetch(new Request(input, init)),
      })
      sessions.push(session)
      return session
    },
    /** The bank of the payer: `{ do: 'pay' }`, `{ do: 'fail', reason: '2.1.1.00' }`, `{ do: 'correct' }`. */
    async moveMoney(action) {
      const { externalId } = sandbox.orders().at(-1)
      await sandbox.fetch(new URL(`/_sandbox/orders/${externalId}`, env.PAYMENTS_BASE_URL), {
        method: 'POST',
        body: JSON.stringify(action),
      })
    },
    async close() {
      for (const session of sessions) session.stop()
      await paypane.close()
      await sandbox.close()
    },
  }
}

/** Resolves with the first view that meets the condition. */
export const viewOf = (session, meets) =>
  new Promise((resolve) => {
    const check = ({ view }) => view !== null && meets(view) && resolve(view)
    session.subscribe(check)
    check(session.state)
  })

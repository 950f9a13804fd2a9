import { createPaypane, type PaypaneServer, signOrder } from 'paypane/server'
import { sqliteStore } from 'paypane/server/sqlite'
import { createPaymentsClient } from 'paypane/service'

const setting = (name: string) => process.env[name] ?? ''
const orders = new Map([['1042', { amount: '1250.00', currency: 'UAH' }]])

const openPaypane = () =>
  createPaypane({
    service: createPaymentsClient({ baseUrl: setting('PAYMENTS_BASE_URL') }),
    pipelines: {
      p2p: {
        profile: 'p2p',
        key: setting('PAYMENTS_P2P_KEY'),
        privateKey: setting('PAYMENTS_PRIVATE_KEY'),
      },
    },
    store: sqliteStore('./data/paypane.db'),
    sealKey: setting('SEAL_KEY'),
    orderSecret: setting('SHOP_SECRET'),
    publicUrl: setting('PUBLIC_URL'),
    basePath: '/pay',
    order: (reference) => orders.get(reference) ?? null,
    onEvent: (event) => console.log(event.type, event.ref),
  })

declare global {
  var openedPaypane: PaypaneServer | undefined
}

// In development this module runs again after each edit: the server of the old code is closed.
if (setting('NODE_ENV') === 'development') {
  void globalThis.openedPaypane?.close()
  globalThis.openedPaypane = undefined
} else {
  // Long polls are answered, work in progress is finished, and the store is closed.
  process.once('SIGTERM', async () => {
    await globalThis.openedPaypane?.close()
    process.exit()
  })
}

/** Opened on the first request, so that a build needs no keys and no database, and once for all bundles. */
export function paypane(): PaypaneServer {
  globalThis.openedPaypane ??= openPaypane()
  return globalThis.openedPaypane
}

/** An order as its page gives it: signed, for an hour. Only for a visitor who may pay the order. */
export const orderToken = (order: string) => signOrder({ order }, setting('SHOP_SECRET'))

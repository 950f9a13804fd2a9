import { createPaypane, signOrder } from 'paypane/server'
import { readAsset } from 'paypane/server/node'
import { sqliteStore } from 'paypane/server/sqlite'
import { createPaymentsClient } from 'paypane/service'

const { env } = process
const orders = { 1042: { amount: '1250.00', currency: 'UAH' } }

/** Paypane for this shop. Create it once, and mount its `fetch` at `/pay`. */
export const openPaypane = () =>
  createPaypane({
    service: createPaymentsClient({ baseUrl: env.PAYMENTS_BASE_URL }),
    pipelines: {
      p2p: { profile: 'p2p', key: env.PAYMENTS_P2P_KEY, privateKey: env.PAYMENTS_PRIVATE_KEY },
    },
    store: sqliteStore('./data/paypane.db'),
    sealKey: env.SEAL_KEY,
    orderSecret: env.SHOP_SECRET,
    publicUrl: env.PUBLIC_URL,
    basePath: '/pay',
    // Serves /pay/paypane.js and what it loads.
    assets: readAsset,
    order: (reference) => orders[reference] ?? null,
    onEvent: (event) => console.log(event.type, event.ref),
  })

/** An order as its page gives it: signed, for an hour. Only for a visitor who may pay the order. */
export const orderToken = (order) => signOrder({ order }, env.SHOP_SECRET)

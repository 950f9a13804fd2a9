import { fileURLToPath } from 'node:url'
import { createPaypane, type LogLine, type Metric, type PaypaneServer } from 'paypane/server'
import { hostedPages } from 'paypane/server/html'
import { readAsset, readShopOrders, type Settings } from 'paypane/server/node'
import { createPaymentsClient } from 'paypane/service'
import type { Logger } from 'pino'
import { eventSender } from './events.ts'
import { createShop } from './shop.ts'
import { storeAt } from './store.ts'

interface MerchantDependencies {
  /** The URL at which payers and the service reach this server. */
  publicUrl: string
  log: Logger
  recordMetric(metric: Metric): void
}

const exampleOrders = fileURLToPath(new URL('shop-orders.json', import.meta.url))

/** Paypane with the options of this server. */
export async function createMerchant(
  settings: Settings,
  { publicUrl, log, recordMetric }: MerchantDependencies,
): Promise<PaypaneServer> {
  return createPaypane({
    service: createPaymentsClient({
      baseUrl: settings.PAYMENTS_BASE_URL,
      initUrl: settings.PAYMENTS_INIT_URL,
      tokenUrl: settings.PAYMENTS_TOKEN_URL,
      timeoutMs: settings.PAYMENTS_TIMEOUT_MS,
    }),
    ...settings.options,
    store: await storeAt(settings.DATABASE_URL),
    order: createShop({
      orders: readShopOrders(settings.SHOP_ORDERS ?? exampleOrders),
      areExamples: settings.SHOP_ORDERS === undefined,
    }),
    onEvent:
      settings.EVENTS_URL === undefined || settings.EVENTS_SECRET === undefined
        ? (event) =>
            log.info(
              {
                event: event.id,
                order: event.ref,
                ...(event.type === 'callback.unmatched' ? {} : { paid: event.paid?.value }),
              },
              event.type,
            )
        : eventSender(settings.EVENTS_URL, settings.EVENTS_SECRET),
    pages: hostedPages({
      name: settings.SHOP_NAME,
      home: settings.SHOP_URL,
      timeZone: settings.SHOP_TIME_ZONE,
    }),
    publicUrl,
    basePath: '/pay',
    assets: readAsset,
    onMetric: recordMetric,
    log: ({ level, message, ...details }: LogLine) => log[level](details, message),
  })
}

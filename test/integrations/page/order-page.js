import { readFile } from 'node:fs/promises'
import { orderToken } from './paypane.js'

/** The page of an order. Only for a visitor who may pay the order. */
export async function orderPage(order) {
  const page = await readFile('index.html', 'utf8')
  return page.replace('{{order}}', await orderToken(order))
}

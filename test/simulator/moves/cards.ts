import { asOperator } from '../world/operator-requests.ts'
import { changeOrder, openOrderOn } from '../world/service-orders.ts'
import { deleteCardFromTab, sendFromTab } from '../world/tab-requests.ts'
import { openTab } from '../world/tabs.ts'
import { changePicked, choiceOn, flip, freshOrder, isFinal, move } from './move.ts'

/** Saved cards. */
export const cardMoves = {
  'delete a card': move(
    (random) => ({ which: random.int(3) }),
    (world, { which }) => {
      const { tab, choice } = choiceOn(world, which, 'saved-card') ?? {}
      if (choice?.method === 'saved-card') void tab?.session.deleteCard(choice.savedCard)
    },
  ),
  'use the card of another customer': move(
    (random) => {
      const owner = flip(random)
      const orderOf = (isOwner: boolean): string =>
        `order-${5 * random.int(4) + (isOwner === owner ? 4 : random.int(4))}`
      const orders = { paid: orderOf(true), shown: orderOf(true), other: orderOf(false) }
      return { ...orders, deletes: flip(random) }
    },
    async (world, { paid, shown, other, deletes }) => {
      openTab(world, paid, 'form')
      await world.advance(8)
      const payer = world.tabs.at(-1)
      const open = payer && (await openOrderOn(world, payer))
      if (open !== undefined) await changeOrder(world, open.externalId, { do: 'pay' })
      await world.advance(25)
      openTab(world, shown, undefined)
      await world.advance(3)
      const card = world.tabs.at(-1)?.session.state.view?.savedCards?.at(-1)?.id
      openTab(world, other, undefined)
      await world.advance(3)
      await world.check()
      const tab = world.tabs.at(-1)
      if (card === undefined || tab === undefined) return
      if (deletes) await deleteCardFromTab(world, tab, card)
      else await sendFromTab(world, tab, '/attempts', { method: 'saved-card', savedCard: card, after: 0 })
      await world.advance(10)
      await world.check()
    },
  ),
  'start another way beside a saved card': move(
    (random) => ({ orders: [freshOrder(random), freshOrder(random)], reopens: flip(random) }),
    async (world, { orders, reopens }) => {
      for (const order of orders) {
        openTab(world, order, undefined)
        await world.advance(5)
        const chosen = choiceOn(world, 0, 'saved-card')
        if (chosen === null) return
        const { tab, view, choice } = chosen
        await sendFromTab(world, tab, '/attempts', { ...choice, after: view.attempts })
        await world.advance(8)
        if (choice.method !== 'saved-card') {
          await changePicked(world, 0, (one) => one.profile === 'form' && !isFinal(one), { do: 'pay' })
          await world.advance(20)
        } else if (reopens) await asOperator(world, 'ann', 'POST', `/checkouts/${view.id}/reopen`, '')
        else
          await sendFromTab(world, tab, '/attempts', {
            method: 'form',
            after: view.attempts + 1,
            replace: true,
          })
      }
    },
  ),
  'delete a card between two payments by it': move(
    (random) => ({ orders: [freshOrder(random), freshOrder(random)] }),
    async (world, { orders }) => {
      for (const order of orders) {
        openTab(world, order, 'form')
        await world.advance(8)
      }
      for (const which of [0, 0]) {
        await changePicked(world, which, (one) => one.profile === 'form' && !isFinal(one), { do: 'pay' })
        await world.advance(20)
        await world.check()
        for (const { session } of world.tabs) {
          const card = session.state.view?.savedCards?.at(-1)?.id
          if (card !== undefined) void session.deleteCard(card)
        }
        await world.advance(5)
        await world.check()
      }
    },
  ),
}

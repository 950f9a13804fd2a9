import type { Random } from '../../src/sandbox/random.ts'
import { amountMoves } from './moves/amounts.ts'
import { callbackMoves } from './moves/callbacks.ts'
import { cardMoves } from './moves/cards.ts'
import { claimMoves } from './moves/claims.ts'
import { createMoves } from './moves/creates.ts'
import { foreignOrderMoves } from './moves/foreign-orders.ts'
import { instanceMoves } from './moves/instances.ts'
import { lookupMoves } from './moves/lookups.ts'
import { operatorMoves } from './moves/operators.ts'
import { pageMoves } from './moves/pages.ts'
import { payoutMoves } from './moves/payouts.ts'
import { refundMoves } from './moves/refunds.ts'
import { statusMoves } from './moves/statuses.ts'
import type { World } from './world.ts'

/** One step of a history, with all that it draws. */
export interface Move {
  text: string
  perform(world: World): Promise<void>
}

const kinds = {
  ...amountMoves,
  ...callbackMoves,
  ...cardMoves,
  ...claimMoves,
  ...createMoves,
  ...foreignOrderMoves,
  ...instanceMoves,
  ...lookupMoves,
  ...operatorMoves,
  ...pageMoves,
  ...payoutMoves,
  ...refundMoves,
  ...statusMoves,
}

/** How frequent each kind is. Seeds draw in this order: another one gives other histories. */
const weights: Readonly<Record<keyof typeof kinds, number>> = {
  'open a page': 5,
  'close a page': 1,
  'leave or return': 2,
  'choose a method': 4,
  'request an attempt': 3,
  'report sent': 2,
  claim: 4,
  'claim an earlier attempt': 2,
  'ask for more time': 1,
  'delete a card': 1,
  'use the card of another customer': 3,
  'request a payout that cannot be': 1,
  'request another payout under the same reference': 1,
  'pay out': 2,
  'refuse, and deny lookups': 1,
  'refuse, and return after expiry': 2,
  'correct while an attempt is replaced': 2,
  reopen: 2,
  'reopen while the outcome is disputed': 2,
  'pay less, and later more': 2,
  'start another way beside a saved card': 1,
  refund: 2,
  'refund to a destination': 5,
  'pay out more than a refund': 3,
  reconcile: 2,
  'lose a payout': 1,
  'report a payout whose discard awaits its approval': 2,
  'decide payouts': 3,
  'accept less than asked': 2,
  'acknowledge reviews': 1,
  'look up reviews again': 1,
  'discard what the service does not have': 1,
  'discard an order of another system': 1,
  'name no payment details': 1,
  'erase a customer': 1,
  pay: 4,
  fail: 4,
  correct: 5,
  'change the amount': 2,
  'change the status': 1,
  'fail, and later succeed': 3,
  'pay another amount': 3,
  'pay less, and report it late': 2,
  'use an id that another system has used': 2,
  'confuse an order of another system': 2,
  'confuse two orders in a response': 2,
  'change a price while an attempt starts': 2,
  'never answer lookups': 1,
  'report an unreadable amount': 2,
  'change the currency while pending': 2,
  'deny lookups for long': 2,
  'change the method repeatedly': 2,
  'lose a create, and lookups lag': 2,
  'look up while a create is under way': 2,
  'delete a card between two payments by it': 2,
  'return after expiry': 2,
  'refresh a page': 2,
  'let a proxy answer a create': 2,
  'contradict a final status': 2,
  'change the amount of a final order': 2,
  'change the amount while a lookup is under way': 3,
  'deliver a callback': 4,
  'deliver another order type': 2,
  'sign a callback with another key': 1,
  'hide amounts and histories': 1,
  'fail events': 1,
  'slow create': 2,
  'obtain a key slowly': 1,
  'obtain no key': 1,
  'fault of a create': 3,
  'refuse a create': 2,
  'fault of lookups': 2,
  'stop an instance': 3,
  'freeze while an attempt starts': 1,
  'start an attempt on two instances': 1,
  'fail over': 1,
  'remove a seal key': 1,
  'jump a clock': 1,
  'lose an attempt that starts': 1,
  pass: 7,
}

type MoveName = keyof typeof kinds
const isMoveName = (name: string): name is MoveName => Object.hasOwn(kinds, name)

function drawMove(name: MoveName, random: Random): Move {
  const { drawn, perform } = kinds[name](random)
  return { text: `${name} ${JSON.stringify(drawn)}`, perform }
}

/** Between 6 and 30 moves. Each history has some kinds only, few or nearly all, and draws how frequent they are. */
export function drawMoves(random: Random): Move[] {
  const kept = 20 + random.int(80)
  const bag = Object.keys(weights)
    .filter(isMoveName)
    .flatMap((name) =>
      Array<MoveName>(random.int(100) < kept ? weights[name] * (1 + random.int(3)) : 0).fill(name),
    )
  // Without an open page little can happen.
  const first = drawMove('open a page', random)
  const rest = Array.from({ length: 5 + random.int(25) }, () => {
    const name = bag[random.int(bag.length)]
    return name && drawMove(name, random)
  })
  return [first, ...rest].filter((drawn) => drawn !== undefined)
}

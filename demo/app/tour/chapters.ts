import {
  type ControlContext,
  controlOrder,
  delay,
  faultControls,
  payerControls,
  payLess,
} from '../controls.ts'
import type { DemoState } from '../demo-state.ts'

/** A chapter of the tour: one sentence, and one button that plays it. */
export interface Chapter {
  id: string
  title: string
  sentence: string
  /** The label of its button. */
  press: string
  /** Places the order that the chapter begins with. */
  prepare(context: ControlContext): Promise<void>
  run(context: ControlContext): Promise<void>
  /** The page shows how the chapter ends. */
  isOver(state: DemoState): boolean
}

const isPaid = ({ view }: DemoState): boolean => view?.status === 'succeeded'

/** A new order whose payer sees the payment details. */
async function showPaymentDetails({ demo, settings }: ControlContext): Promise<void> {
  await demo.newOrder(settings, { initialMethod: 'transfer' })
  await demo.latestAttempt()
}

/** Runs a control of the remote control. */
const control =
  (id: string): Chapter['run'] =>
  async (context) =>
    await [...payerControls, ...faultControls].find((candidate) => candidate.id === id)?.run(context)

export const chapters: readonly Chapter[] = [
  {
    id: 'pays',
    title: 'The payer pays',
    sentence:
      'The page shows “Paid” as soon as the money arrives, and the shop is notified that it may ship.',
    press: 'Send the money',
    prepare: showPaymentDetails,
    run: control('pay'),
    isOver: isPaid,
  },
  {
    id: 'wrong-amount',
    title: 'A wrong amount',
    sentence: 'Less money arrives than was requested: nothing ships until an operator has decided.',
    press: 'Send 90 %',
    prepare: showPaymentDetails,
    run: payLess,
    isOver: ({ view }) => view !== null && view.paid !== null,
  },
  {
    id: 'late',
    title: 'Too late',
    sentence: 'The time is over before the money arrives: it still counts.',
    press: 'Send it too late',
    prepare: showPaymentDetails,
    run: control('late'),
    isOver: isPaid,
  },
  {
    id: 'connection',
    title: 'The connection breaks',
    sentence: 'The server looks up the order before it tries again, so that nobody pays twice.',
    press: 'Break the connection',
    prepare: ({ demo, settings }) => demo.newOrder(settings),
    run: control('break'),
    isOver: ({ view }) => view !== null && view.action !== null,
  },
  {
    id: 'server',
    title: 'The server dies',
    sentence: 'The money arrives while the shop’s server is down: nothing is lost.',
    press: 'Kill the server',
    prepare: showPaymentDetails,
    async run(context) {
      await context.backend.killServer()
      await delay(1000)
      await controlOrder(context, { do: 'pay' })
    },
    isOver: (state) => state.serverUp && isPaid(state),
  },
  {
    id: 'desk',
    title: 'The operator’s desk',
    sentence: 'An operator sees what was requested and what arrived, and accepts it: the shop ships.',
    press: 'Accept the amount',
    async prepare(context) {
      await showPaymentDetails(context)
      await payLess(context)
      await context.demo.attemptInReview()
    },
    async run({ backend, demo }) {
      const { checkout, attempt } = await demo.attemptInReview()
      await backend.acceptUnderpaid(checkout, attempt)
    },
    isOver: isPaid,
  },
]

import {
  type ControlContext,
  controlOrder,
  delay,
  faultControls,
  payerControls,
  payLess,
} from '../controls.ts'
import type { DemoState } from '../demo-state.ts'
import type { Words } from '../words/en.ts'

/** A chapter of the tour: a title, one sentence, and one button that plays it. */
export interface Chapter {
  title: keyof Words
  sentence: keyof Words
  /** The label of its button. */
  press: keyof Words
  /** Places the order that the chapter begins with. */
  prepare(context: ControlContext): Promise<void>
  run(context: ControlContext): Promise<unknown>
  /** The page shows how the chapter ends. */
  isOver(state: DemoState): boolean
}

const isPaid = ({ view }: DemoState): boolean => view?.status === 'succeeded'

/** A new order whose payer sees the payment details. */
async function showPaymentDetails({ demo, settings }: ControlContext): Promise<void> {
  await demo.newOrder(settings, { initialMethod: 'transfer' })
  await demo.latestAttempt()
}

const control =
  (id: string): Chapter['run'] =>
  async (context) =>
    await [...payerControls, ...faultControls].find((candidate) => candidate.id === id)?.run(context)

export const chapters: readonly Chapter[] = [
  {
    title: 'pays',
    sentence: 'paysText',
    press: 'paysPress',
    prepare: showPaymentDetails,
    run: control('pay'),
    isOver: isPaid,
  },
  {
    title: 'wrongAmount',
    sentence: 'wrongAmountText',
    press: 'wrongAmountPress',
    prepare: showPaymentDetails,
    run: payLess,
    isOver: ({ view }) => view !== null && view.paid !== null,
  },
  {
    title: 'late',
    sentence: 'lateText',
    press: 'latePress',
    prepare: showPaymentDetails,
    run: control('late'),
    isOver: isPaid,
  },
  {
    title: 'connection',
    sentence: 'connectionText',
    press: 'connectionPress',
    prepare: ({ demo, settings }) => demo.newOrder(settings),
    run: control('break'),
    isOver: ({ view }) => view !== null && view.action !== null,
  },
  {
    title: 'server',
    sentence: 'serverText',
    press: 'serverPress',
    prepare: showPaymentDetails,
    async run(context) {
      await context.backend.killServer()
      await delay(1000)
      await controlOrder(context, { do: 'pay' })
    },
    isOver: (state) => state.serverUp && isPaid(state),
  },
  {
    title: 'desk',
    sentence: 'deskText',
    press: 'deskPress',
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

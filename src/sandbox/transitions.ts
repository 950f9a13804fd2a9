import type { Profile } from '../service/pipeline.ts'

/** What can happen to an order by the rules of the service; levers may also force a status past them. */
export type OrderEvent = 'submit' | 'process' | 'pay' | 'fail' | 'cancel' | 'correct'

export interface Step {
  to: string
  /** The action code that the step writes, unless what happened has one of its own. */
  code: string
}

type Steps = Partial<Record<OrderEvent, Step>>

const pay: Step = { to: 'Success', code: '5.1.3.00' }
const fail: Step = { to: 'Failed', code: '4.1.4.00' }
const cancel: Step = { to: 'Failed', code: '3.0.4.54' }
const submit = '3.1.1.55'

/** Every legal step of an order, by profile and the status it stands in. */
const table: Record<Profile, Record<string, Steps>> = {
  p2p: {
    Processing: { submit: { to: 'Processing', code: submit }, pay, fail, cancel },
    // The correction: money that came after all. P2P alone knows it.
    Failed: { correct: pay, pay },
  },
  form: {
    Init: { submit: { to: 'Created', code: submit }, pay, fail, cancel },
    Created: { process: { to: 'Processing', code: '2.1.1.00' }, pay, fail },
    Processing: { pay, fail },
  },
  token: {
    Processing: { submit: { to: 'Processing', code: submit }, pay, fail, cancel },
  },
  payout: {
    Created: { process: { to: 'Processing', code: '2.1.1.00' }, pay, fail },
    Processing: { pay, fail },
  },
}

/** The status an accepted create answers with, and the codes written by then. */
export const beginnings: Record<Profile, { status: string; codes: [string, ...string[]] }> = {
  p2p: { status: 'Processing', codes: ['1.0.0.00', '1.1.1.00', '2.1.1.00'] },
  form: { status: 'Init', codes: ['1.0.0.00'] },
  token: { status: 'Processing', codes: ['1.0.0.00', '1.1.1.00', '2.1.1.00'] },
  payout: { status: 'Created', codes: ['1.0.0.00', '1.1.1.00'] },
}

export const isFinal = (status: string): boolean => status === 'Success' || status === 'Failed'

/** The step an event takes from a status; undefined where the service would not take it. */
export const stepOf = (profile: Profile, status: string, event: OrderEvent): Step | undefined =>
  table[profile][status]?.[event]

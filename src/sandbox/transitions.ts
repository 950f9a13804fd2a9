import type { Profile } from '../service/pipeline.ts'

/** The events that the service's rules allow; a control can also force any status. */
export type OrderEvent = 'submit' | 'process' | 'pay' | 'fail' | 'cancel' | 'correct'

interface Transition {
  to: string
  /** The default action code of the transition. */
  code: string
}

type Transitions = Partial<Record<OrderEvent, Transition>>

const pay: Transition = { to: 'Success', code: '5.1.3.00' }
const fail: Transition = { to: 'Failed', code: '4.1.4.00' }
const cancel: Transition = { to: 'Failed', code: '3.0.4.54' }
const submitCode = '3.1.1.55'

/** From a status that the flow does not have, such as one that a control has set. */
const open: Transitions = { pay, fail }

/** Every allowed transition, by profile and status. */
const transitions: Record<Profile, Record<string, Transitions>> = {
  p2p: {
    Processing: { submit: { to: 'Processing', code: submitCode }, pay, fail, cancel },
    // A correction: late money. P2P only.
    Failed: { correct: pay, pay },
  },
  form: {
    Init: { submit: { to: 'Created', code: submitCode }, pay, fail, cancel },
    Created: { process: { to: 'Processing', code: '2.1.1.00' }, pay, fail },
    Processing: { pay, fail },
  },
  token: {
    Processing: { submit: { to: 'Processing', code: submitCode }, pay, fail, cancel },
  },
  payout: {
    Created: { process: { to: 'Processing', code: '2.1.1.00' }, pay, fail },
    Processing: { pay, fail },
  },
}

/** The status of an accepted create, and its action codes so far. */
export const initialStates: Record<Profile, { status: string; codes: [string, ...string[]] }> = {
  p2p: { status: 'Processing', codes: ['1.0.0.00', '1.1.1.00', '2.1.1.00'] },
  form: { status: 'Init', codes: ['1.0.0.00'] },
  token: { status: 'Processing', codes: ['1.0.0.00', '1.1.1.00', '2.1.1.00'] },
  payout: { status: 'Created', codes: ['1.0.0.00', '1.1.1.00'] },
}

export const isFinal = (status: string): boolean => status === 'Success' || status === 'Failed'

/** The transition of an event from a status; undefined if not allowed. */
export function transitionFor(profile: Profile, status: string, event: OrderEvent): Transition | undefined {
  const flow = transitions[profile]
  // A control can set any status, including names of `Object.prototype`.
  const allowed = Object.hasOwn(flow, status) ? flow[status] : isFinal(status) ? undefined : open
  return allowed?.[event]
}

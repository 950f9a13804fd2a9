import type { TransferAction } from '../../contract/view.ts'
import { isClaimed, type SessionState } from '../core/machine.ts'
import { isPermitted } from './address.ts'
import type { ViewOptions } from './model.ts'

/** What the pane shows; each has one file in `screens/`. */
export type ScreenName =
  | 'loading'
  | 'choosing'
  | 'preparing'
  | 'transfer'
  | 'checking'
  | 'redirect'
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'trouble'

/** Which screen a state is shown on: the first line that fits. */
export function screenOf(state: SessionState, options: ViewOptions, isLoopback: boolean): ScreenName {
  const { view } = state
  if (state.trouble) return 'trouble'
  if (!view) return 'loading'
  if (state.starting) return 'preparing'
  switch (view.status) {
    case 'choosing':
      return view.methods.length > 0 || view.savedCards?.length ? 'choosing' : 'trouble'
    case 'preparing':
      return 'preparing'
    case 'pending':
      break
    default:
      return state.choosingAgain && view.retry ? 'choosing' : view.status
  }
  if (!view.action) return 'pending'
  const form = formOf(view.action, options)
  if (form) return isPermitted(form, isLoopback) ? 'redirect' : 'trouble'
  if (view.action.type === 'transfer' && !hasInstructions(view.action)) return 'pending'
  return isClaimed(state) ? 'checking' : 'transfer'
}

/** The address to send the payer to, where instructions are not what is shown. */
export function formOf(
  action: TransferAction | { type: 'redirect'; url: string },
  { present }: Pick<ViewOptions, 'present'>,
): string | null {
  if (action.type === 'redirect') return action.url
  return present === 'form' || !hasInstructions(action) ? action.formUrl : null
}

/** Something that a transfer can be made to; a name or a bank alone is not. */
export function hasInstructions({ card, phone, iban, accountNumber, qr }: TransferAction): boolean {
  return [card, phone, iban, accountNumber, qr].some(Boolean)
}

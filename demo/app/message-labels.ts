import type { Message } from '../traffic/message.ts'

export const textAt = (value: unknown, name: string): string | null => {
  if (typeof value !== 'object' || value === null) return null
  const member: unknown = Reflect.get(value, name)
  return typeof member === 'string' ? member : null
}

/** A callback without a valid signature: it may come from anyone. */
export const isForged = ({ from, status }: Message): boolean => from === 'service' && status === 401

const attemptLabels: Record<string, string> = {
  transfer: 'Start: transfer',
  form: 'Start: card form',
  'saved-card': 'Start: saved card',
}

export function messageLabel({ from, method, path, request, response }: Message): string {
  if (from === 'page') {
    if (path.endsWith('/checkouts')) return `Create checkout of order ${textAt(request, 'order') ?? ''}`
    if (path.endsWith('/attempts')) {
      return attemptLabels[textAt(request, 'method') ?? ''] ?? 'Start another attempt'
    }
    if (method === 'DELETE') return 'Delete saved card'
    return 'Poll the view'
  }
  if (from === 'service') return `Callback: ${textAt(request, 'status') ?? 'unknown status'}`
  if (path.includes('/status-by-external-transaction-id')) return 'Look up order by our id'
  if (path.includes('/status')) {
    const status = textAt(response, 'orderStatus')
    return status === null ? 'Look up order' : `Look up order: ${status}`
  }
  if (path.includes('/balance')) return 'Read the balance'
  return path.includes('withdrawal') ? 'Create payout' : 'Create deposit'
}

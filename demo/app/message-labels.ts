import type { Message } from '../traffic/message.ts'

const textAt = (value: unknown, name: string): string | null => {
  if (typeof value !== 'object' || value === null) return null
  const member: unknown = Reflect.get(value, name)
  return typeof member === 'string' ? member : null
}

const attemptLabels: Record<string, string> = {
  transfer: 'I want to pay by transfer',
  form: 'I want to pay by card',
  'saved-card': 'I want to pay with my saved card',
}

/** What a message says, as one would say it. */
export function messageLabel({ from, method, path, request, response }: Message): string {
  if (from === 'page') {
    if (path.endsWith('/checkouts')) return `Order ${textAt(request, 'order') ?? ''} is to be paid`
    if (path.endsWith('/attempts')) {
      return attemptLabels[textAt(request, 'method') ?? ''] ?? 'Another attempt'
    }
    if (method === 'DELETE') return 'Forget my card'
    return 'What is new?'
  }
  if (from === 'service') return `Callback: ${textAt(request, 'status') ?? 'something happened'}`
  if (path.includes('/status-by-external-transaction-id')) return 'Do you have this order of mine?'
  if (path.includes('/status')) {
    const status = textAt(response, 'orderStatus')
    return status === null ? 'How is the order?' : `How is the order? ${status}`
  }
  if (path.includes('/balance')) return 'What is the balance?'
  return path.includes('withdrawal') ? 'Make a payout' : 'Make a deposit order'
}

const statusLabels: Record<string, string> = { broken: 'broken off', withdrawn: 'withdrawn' }

export const responseLabel = ({ status }: Message): string =>
  status === null ? 'waiting…' : (statusLabels[status] ?? String(status))

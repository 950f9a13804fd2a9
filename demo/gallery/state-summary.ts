import type { State } from './states.ts'

/** The server's responses and the payer's actions, in one line. */
export function stateSummary({ response, nextResponse, typed, clicks }: State): string {
  return [
    typeof response === 'object' ? viewSummary(response) : (responseLabels[response] ?? `HTTP ${response}`),
    typed && 'then the payer types',
    clicks && 'then the payer presses',
    nextResponse === 'offline' && 'then the connection is lost',
    nextResponse === 'error' && 'then the server responds with an error',
    typeof nextResponse === 'object' && `then ${viewSummary(nextResponse)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const responseLabels: Record<string, string> = { pending: 'no response yet', offline: 'no connection' }

function viewSummary({
  status,
  action,
  reason,
  retry,
  final,
}: Exclude<State['response'], string | number>): string {
  const words = [status, action?.type, reason?.group, reason && reason.key !== 'unspecified' && reason.key]
  return [...words, retry && 'may be retried', final && 'final'].filter(Boolean).join(' · ')
}

import type { State } from './states.ts'

/** What the server said and the payer did, in a line. */
export function factsOf({ answer, later, presses }: State): string {
  return [
    typeof answer === 'object' ? viewFacts(answer) : (answers[answer] ?? `HTTP ${answer}`),
    presses && 'then the payer presses',
    later === 'lost' && 'then the connection is lost',
    later === 'refused' && 'then the server refuses',
    typeof later === 'object' && `then ${viewFacts(later)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const answers: Record<string, string> = { nothing: 'no answer yet', lost: 'no connection' }

function viewFacts({
  status,
  action,
  reason,
  retry,
  final,
}: Exclude<State['answer'], string | number>): string {
  const words = [status, action?.type, reason?.group, reason && reason.key !== 'unspecified' && reason.key]
  return [...words, retry && 'may be tried again', final && 'final'].filter(Boolean).join(' · ')
}

/**
 * Text with another letter at a position from its end; -1 is the last. A test that writes a fixed letter into random text
 * sometimes changes nothing.
 */
export function withAnotherLetter(text: string, at: number): string {
  const letters = [...text]
  const index = letters.length + at
  letters[index] = letters[index] === 'A' ? 'B' : 'A'
  return letters.join('')
}

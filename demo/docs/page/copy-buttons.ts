/** Adds a copy button to each block of code, if the browser lets the page write to the clipboard. */
export function addCopyButtons(): void {
  const { clipboard }: { clipboard?: Clipboard } = navigator
  if (clipboard === undefined) return
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    const show = (label: string): void => {
      button.textContent = label
    }
    show('Copy')
    button.setAttribute('aria-live', 'polite')
    button.addEventListener('click', async () => {
      const text = block.querySelector('pre')?.textContent.trimEnd() ?? ''
      show(
        await clipboard.writeText(text).then(
          () => 'Copied',
          () => 'Not copied',
        ),
      )
      setTimeout(show, 2000, 'Copy')
    })
    block.append(button)
  }
}

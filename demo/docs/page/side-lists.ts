/** The widths from which the list is beside the text, as in `columns.css`. */
const openFrom = { pages: '64rem', contents: '80rem' }

/** Opens the lists of pages and of contents where they are beside the text. */
export function openSideLists(): void {
  for (const [name, width] of Object.entries(openFrom)) {
    const list = document.querySelector<HTMLDetailsElement>(`details.${name}`)
    if (list === null) continue
    const beside = matchMedia(`(min-width: ${width})`)
    const update = (): void => {
      list.open = beside.matches
    }
    beside.addEventListener('change', update)
    update()
  }
}

import { show } from './show.ts'
import { states } from './states.ts'

/**
 * The gallery page. `?state=…&width=…&theme=…&locale=…` shows one state; without a state, all of them. It sets
 * `data-ready` once all panes are in their states.
 */
const query = new URLSearchParams(location.search)
const wanted = query.get('state')
const theme = query.get('theme') === 'dark' ? 'dark' : 'light'
const locale = query.get('locale') ?? 'en'
document.documentElement.dataset['theme'] = theme
addEventListener('click', (event) => {
  if (event.composedPath().some((part) => part instanceof HTMLAnchorElement && part.target === '_top'))
    event.preventDefault()
})

sessionStorage.clear()
const shown = states
  .filter(({ name }) => !wanted || name === wanted)
  .map((state) => {
    const figure = document.createElement('figure')
    const caption = document.createElement('figcaption')
    const place = document.createElement('div')
    caption.textContent = state.name
    place.style.width = `${query.get('width') ?? 390}px`
    figure.append(caption, place)
    document.querySelector('main')?.append(figure)
    return show(place, state, { theme, locale })
  })

Promise.all(shown).then(
  () => {
    document.documentElement.dataset['ready'] = 'yes'
  },
  (cause: unknown) => {
    document.documentElement.dataset['ready'] = String(cause)
  },
)

import type { Fault } from '../faults.ts'
import type { DeliveryJson } from '../levers/deliveries.ts'
import type { OrderJson } from '../order.ts'

/**
 * The script of the start page. It is sent to the browser as its own text, so it must use nothing from outside itself
 * but types and what a browser has.
 */
export function startScript(): void {
  const shown = 20
  const everyMs = 1000
  const byId = (id: string) => document.getElementById(id)

  const element = (tag: string, content: string | Node[], attributes: Record<string, string> = {}) => {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    if (typeof content === 'string') made.textContent = content
    else made.append(...content)
    return made
  }

  const trouble = (text: string) => {
    const line = byId('trouble')
    if (!line) return
    line.textContent = text
    line.hidden = text === ''
  }

  const call = async (path: string, body?: object) => {
    const response = await fetch(
      `/_sandbox/${path}`,
      body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error)
    return answer
  }

  const pull = async (path: string, body: object) => {
    try {
      await call(path, body)
      trouble('')
    } catch (error) {
      trouble(error instanceof Error ? error.message : 'That did not work.')
    }
    await refresh()
  }

  const button = (label: string, path: string, body: object) => {
    const made = element('button', label)
    made.addEventListener('click', () => pull(path, body))
    return made
  }

  const time = (text: string) => text.slice(11, 19)
  const tone = (word: string) => {
    if (word === 'Success' || word === 'acknowledged') return 'good'
    return word === 'Failed' || word === 'lost' || word === 'given-up' || word === 'forged' ? 'bad' : 'wait'
  }
  const head = (word: string, title: string, at: string) =>
    element('header', [
      element('span', word, { class: `state ${tone(word)}` }),
      element('strong', title),
      element('time', time(at), { datetime: at }),
    ])

  const orderLevers = (order: OrderJson) => {
    const path = `orders/${encodeURIComponent(order.externalId)}`
    const open = order.status !== 'Success' && order.status !== 'Failed'
    const levers: Node[] = []
    if (open) levers.push(button('Pay', path, { do: 'pay' }), button('Fail', path, { do: 'fail' }))
    if (order.profile === 'p2p' && order.status === 'Failed') {
      levers.push(button('Correct', path, { do: 'correct' }))
    }
    const amount = element('button', 'Amount…')
    amount.addEventListener('click', () => {
      const wanted = prompt('The new amount', order.amount)
      if (wanted) pull(path, { do: 'amount', amount: wanted })
    })
    levers.push(amount)
    if (order.formUrl) {
      levers.push(element('a', 'Payment page', { href: order.formUrl, target: '_blank', class: 'button' }))
    }
    return levers
  }

  const orderCard = (order: OrderJson) =>
    element(
      'article',
      [
        head(order.status, `${order.amount} ${order.currency}`, order.createdAt),
        element('p', [
          element('span', `${order.pipeline} · `),
          element('code', order.externalTransactionId, { title: order.externalId }),
        ]),
        element('div', orderLevers(order), { class: 'row' }),
        element('details', [
          element('summary', `History, ${order.history.length} entries`),
          element(
            'ul',
            order.history.map((entry) =>
              element('li', `${time(entry.time)} ${entry.newCode} ${entry.action ?? ''}`),
            ),
          ),
        ]),
      ],
      { class: 'card' },
    )

  const answerOf = ({ at, status, error }: DeliveryJson['attempts'][number]) =>
    `${time(at)} ${status ?? ''} ${error ?? ''}`
  const deliveryCard = (delivery: DeliveryJson) => {
    const path = `deliveries/${delivery.id}`
    const deeds = ['Duplicate', 'Reorder', 'Forge', 'Lose']
    return element(
      'article',
      [
        head(delivery.state, delivery.type, delivery.createdAt),
        element('p', delivery.address, { class: 'soft' }),
        element(
          'ul',
          delivery.attempts.map((attempt) => element('li', answerOf(attempt))),
        ),
        element(
          'p',
          delivery.nextAt ? `Next attempt ${delivery.nextAt.slice(0, 19).replace('T', ' ')}` : '',
          {
            class: 'soft',
          },
        ),
        element(
          'div',
          deeds.map((deed) => button(deed, path, { do: deed.toLowerCase() })),
          { class: 'row' },
        ),
        element('details', [element('summary', 'Body'), element('pre', delivery.body, { tabindex: '0' })]),
      ],
      { class: 'card' },
    )
  }

  const cardsOf = new Map<string, Map<string, { text: string; made: HTMLElement }>>()

  /** Newest first; a card is made anew only where what it shows has changed, and stays open if it was. */
  const list = <T>(id: string, items: T[], key: (item: T) => string, card: (item: T) => HTMLElement) => {
    const place = byId(id)
    if (!place) return
    const before = cardsOf.get(id)
    const now = new Map<string, { text: string; made: HTMLElement }>()
    for (const item of items.reverse()) {
      const text = JSON.stringify(item)
      const old = before?.get(key(item))
      const made = old?.text === text ? old.made : card(item)
      const details = made.querySelector('details')
      if (details) details.open = old?.made.querySelector('details')?.open ?? false
      now.set(key(item), { text, made })
    }
    cardsOf.set(id, now)
    const cards = [...now.values()].map(({ made }) => made)
    const same =
      cards.length === place.children.length && cards.every((made, at) => made === place.children[at])
    if (!same) place.replaceChildren(...cards)
    const none = byId(`no-${id}`)
    if (none) none.hidden = items.length > 0
  }

  const refresh = async () => {
    const [orders, deliveries, clock, faults] = await Promise.all(
      [`orders?limit=${shown}`, `deliveries?limit=${shown}`, 'clock', 'faults'].map((path) => call(path)),
    )
    list<OrderJson>('orders', orders, (order) => order.externalId, orderCard)
    list<DeliveryJson>('deliveries', deliveries, (delivery) => delivery.id, deliveryCard)
    byId('now')?.replaceChildren(clock.now.slice(0, 19).replace('T', ' '))
    const lines = faults.map((fault: Fault) =>
      element('li', `${fault.on}: ${fault.effect}, ${fault.times} time${fault.times === 1 ? '' : 's'}`),
    )
    byId('faults')?.replaceChildren(...lines)
  }

  const showSettings = async () => {
    const lines = Object.entries(await call('env')).map(([name, value]) => `${name}=${value}`)
    byId('env')?.replaceChildren(lines.join('\n'))
  }

  const follow = async () => {
    try {
      if (!document.hidden) await refresh()
      if (byId('env')?.textContent === '') await showSettings()
    } catch {
      trouble('The sandbox does not answer.')
    }
    setTimeout(follow, everyMs)
  }

  for (const turn of document.querySelectorAll('[data-advance]')) {
    turn.addEventListener('click', () =>
      pull('clock', { advance: Number(turn.getAttribute('data-advance')) }),
    )
  }
  byId('reset')?.addEventListener('click', () => pull('reset', {}))
  byId('fault')?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const form = new FormData(event.target)
    pull('faults', { on: form.get('on'), effect: form.get('effect'), times: Number(form.get('times')) })
  })
  follow()
}

import type { DeliveryJson } from '../controls/deliveries.ts'
import type { Fault } from '../faults.ts'
import type { OrderJson } from '../order.ts'

/**
 * The script of the start page. It is sent to the browser as text, so it can use only types and browser globals.
 */
export function startScript(): void {
  const maxItems = 20
  const pollIntervalMs = 1000
  const byId = (id: string) => document.getElementById(id)

  function element(tag: string, content: string | Node[], attributes: Record<string, string> = {}) {
    const node = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
    if (typeof content === 'string') node.textContent = content
    else node.append(...content)
    return node
  }

  function showError(text: string) {
    const line = byId('error')
    if (!line) return
    line.textContent = text
    line.hidden = text === ''
  }

  async function request(path: string, body?: object) {
    const response = await fetch(
      `/_sandbox/${path}`,
      body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
    const data = await response.json()
    if (!response.ok) throw new Error(data.error)
    return data
  }

  async function send(path: string, body: object) {
    try {
      await request(path, body)
      showError('')
    } catch (error) {
      showError(error instanceof Error ? error.message : 'The request failed.')
    }
    await refresh()
  }

  function button(label: string, path: string, body: object) {
    const node = element('button', label)
    node.addEventListener('click', () => send(path, body))
    return node
  }

  const formatTime = (text: string) => text.slice(11, 19)
  function tone(state: string) {
    if (state === 'Success' || state === 'acknowledged') return 'success'
    return state === 'Failed' || state === 'lost' || state === 'given-up' || state === 'forged'
      ? 'danger'
      : 'pending'
  }
  const cardHeader = (title: Node, state: string, at: string) =>
    element('header', [
      title,
      element('span', state, { class: `state ${tone(state)}` }),
      element('time', formatTime(at), { datetime: at }),
    ])

  function orderButtons(order: OrderJson) {
    const path = `orders/${encodeURIComponent(order.externalId)}`
    const isOpen = order.status !== 'Success' && order.status !== 'Failed'
    const buttons: Node[] = []
    if (isOpen) buttons.push(button('Pay', path, { do: 'pay' }), button('Fail', path, { do: 'fail' }))
    if (order.profile === 'p2p' && order.status === 'Failed') {
      buttons.push(button('Correct', path, { do: 'correct' }))
    }
    const amount = element('button', 'Amount…')
    amount.addEventListener('click', () => {
      const newAmount = prompt('The new amount', order.amount)
      if (newAmount) send(path, { do: 'amount', amount: newAmount })
    })
    buttons.push(amount)
    if (order.formUrl) {
      buttons.push(element('a', 'Payment page', { href: order.formUrl, target: '_blank', class: 'button' }))
    }
    return buttons
  }

  type ShownOrder = OrderJson & { shownDeliveries: string[] }
  const orderCard = (order: ShownOrder) =>
    element(
      'article',
      [
        cardHeader(element('strong', `Order ${order.reference}`), order.status, order.createdAt),
        element('p', `${order.amount} ${order.currency}`, { class: 'sum' }),
        element('p', [order.shop, order.pipeline].filter(Boolean).join(' · '), { class: 'muted' }),
        element('p', [element('code', order.externalTransactionId, { title: order.externalId })]),
        element(
          'p',
          order.shownDeliveries.map((id, index) =>
            element('a', `Callback ${index + 1}`, { href: `#delivery-${id}` }),
          ),
          { class: 'row' },
        ),
        element('div', orderButtons(order), { class: 'row' }),
        element('details', [
          element('summary', `History (${order.history.length})`),
          element(
            'ul',
            order.history.map((entry) =>
              element('li', `${formatTime(entry.time)} ${entry.newCode} ${entry.action ?? ''}`),
            ),
          ),
        ]),
      ],
      { class: 'card', id: `order-${order.externalId}` },
    )

  const formatAttempt = ({ at, status, error }: DeliveryJson['attempts'][number]) =>
    `${formatTime(at)} ${status ?? ''} ${error ?? ''}`
  /** A delivery with the reference of its order, if that is shown. */
  type ShownDelivery = DeliveryJson & { reference: string | undefined }
  function deliveryCard(delivery: ShownDelivery) {
    const path = `deliveries/${delivery.id}`
    const actions = ['Duplicate', 'Reorder', 'Forge', ...(delivery.state === 'waiting' ? ['Lose'] : [])]
    return element(
      'article',
      [
        cardHeader(
          delivery.reference === undefined
            ? element('strong', delivery.type)
            : element('a', `Order ${delivery.reference}`, { href: `#order-${delivery.externalId}` }),
          delivery.state,
          delivery.createdAt,
        ),
        element('p', delivery.reference === undefined ? '' : delivery.type),
        element('p', delivery.address, { class: 'muted' }),
        element(
          'ul',
          delivery.attempts.map((attempt) => element('li', formatAttempt(attempt))),
        ),
        element(
          'p',
          delivery.nextAttemptAt
            ? `Next attempt ${delivery.nextAttemptAt.slice(0, 19).replace('T', ' ')}`
            : '',
          {
            class: 'muted',
          },
        ),
        element(
          'div',
          actions.map((action) => button(action, path, { do: action.toLowerCase() })),
          { class: 'row' },
        ),
        element('details', [element('summary', 'Body'), element('pre', delivery.body, { tabindex: '0' })]),
      ],
      { class: 'card', id: `delivery-${delivery.id}` },
    )
  }

  const renderedCards = new Map<string, Map<string, { text: string; made: HTMLElement }>>()

  /** Keeps the focus on the control that has it, or in its card if that is gone: keyboard users continue from there. */
  function replaceCards(container: HTMLElement, cards: HTMLElement[]) {
    const focused = container.contains(document.activeElement) ? document.activeElement : null
    const cardId = focused?.closest('article')?.id ?? ''
    container.replaceChildren(...cards)
    const controls = [...(byId(cardId)?.querySelectorAll<HTMLElement>('a, button, summary') ?? [])]
    const next = controls.find(
      (control) => control === focused || control.textContent === focused?.textContent,
    )
    const target = next ?? controls[0]
    target?.focus({ preventScroll: true })
  }

  /** Renders newest first. A card is rebuilt only if its data changed, and keeps its open details. */
  function renderList<T>(id: string, items: T[], key: (item: T) => string, card: (item: T) => HTMLElement) {
    const container = byId(id)
    if (!container) return
    const previous = renderedCards.get(id)
    const current = new Map<string, { text: string; made: HTMLElement }>()
    for (const item of items.reverse()) {
      const text = JSON.stringify(item)
      const oldCard = previous?.get(key(item))
      const made = oldCard?.text === text ? oldCard.made : card(item)
      const details = made.querySelector('details')
      if (details) details.open = oldCard?.made.querySelector('details')?.open ?? false
      current.set(key(item), { text, made })
    }
    renderedCards.set(id, current)
    const cards = [...current.values()].map(({ made }) => made)
    const unchanged =
      cards.length === container.children.length && cards.every((made, at) => made === container.children[at])
    if (!unchanged) replaceCards(container, cards)
    const emptyMessage = byId(`no-${id}`)
    if (emptyMessage) emptyMessage.hidden = items.length > 0
  }

  /** The orders' filter as a query; empty if it is not set. */
  function filterQuery() {
    const form = byId('filter')
    if (!(form instanceof HTMLFormElement)) return ''
    return [...new FormData(form)]
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `&${name}=${encodeURIComponent(String(value))}`)
      .join('')
  }

  async function refresh() {
    const filter = filterQuery()
    const [orders, clock, faults] = await Promise.all(
      [`orders?limit=${maxItems}${filter}`, 'clock', 'faults'].map((path) => request(path)),
    )
    // With a filter, those of the orders that it finds.
    const ids =
      filter === '' ? '' : orders.map(({ externalId }: OrderJson) => `&order=${externalId}`).join('')
    const nothingFound = filter !== '' && ids === ''
    const deliveries = nothingFound ? [] : await request(`deliveries?limit=${maxItems}${ids}`)
    if (filter !== filterQuery()) return
    const references = new Map<string, string>(
      orders.map((order: OrderJson) => [order.externalId, order.reference]),
    )
    const shownDeliveries: ShownDelivery[] = deliveries.map((delivery: DeliveryJson) => ({
      ...delivery,
      reference: references.get(delivery.externalId),
    }))
    const shownOrders: ShownOrder[] = orders.map((order: OrderJson) => ({
      ...order,
      shownDeliveries: shownDeliveries
        .filter(({ externalId }) => externalId === order.externalId)
        .map(({ id }) => id),
    }))
    renderList<ShownOrder>('orders', shownOrders, (order) => order.externalId, orderCard)
    renderList<ShownDelivery>('deliveries', shownDeliveries, (delivery) => delivery.id, deliveryCard)
    const noMatch = byId('no-match')
    const noOrders = byId('no-orders')
    if (noMatch) noMatch.hidden = references.size > 0 || filter === ''
    if (noOrders && filter !== '') noOrders.hidden = true
    byId('now')?.replaceChildren(clock.now.slice(0, 19).replace('T', ' '))
    const lines = faults.map((fault: Fault) =>
      element('li', `${fault.on}: ${fault.effect}, ${fault.times} time${fault.times === 1 ? '' : 's'}`),
    )
    byId('faults')?.replaceChildren(...lines)
  }

  async function showSettings() {
    const lines = Object.entries(await request('env')).map(([name, value]) => `${name}=${value}`)
    byId('env')?.replaceChildren(lines.join('\n'))
  }

  let isUnreachable = false
  async function poll() {
    try {
      if (!document.hidden) await refresh()
      if (byId('env')?.textContent === '') await showSettings()
      if (isUnreachable) showError('')
      isUnreachable = false
    } catch {
      isUnreachable = true
      showError('The sandbox is not responding.')
    }
    setTimeout(poll, pollIntervalMs)
  }

  for (const advanceButton of document.querySelectorAll('[data-advance]')) {
    advanceButton.addEventListener('click', () =>
      send('clock', { advance: Number(advanceButton.getAttribute('data-advance')) }),
    )
  }
  byId('reset')?.addEventListener('click', () => {
    if (confirm('Remove all orders and deliveries? Real time and the initial configuration return.'))
      send('reset', {})
  })
  byId('filter')?.addEventListener('input', refresh)
  byId('filter')?.addEventListener('submit', (event) => event.preventDefault())
  byId('fault')?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const form = new FormData(event.target)
    send('faults', { on: form.get('on'), effect: form.get('effect'), times: Number(form.get('times')) })
  })
  poll()
}

import { hydrate } from 'svelte'
import Order from './Order.svelte'

// The same HTML as on the server.
const { widget } = JSON.parse(document.getElementById('data').textContent)
hydrate(Order, { target: document.getElementById('app'), props: { widget } })

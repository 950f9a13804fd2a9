import { hydrate } from 'svelte'
import Order from './Order.svelte'

hydrate(Order, { target: document.getElementById('app') })

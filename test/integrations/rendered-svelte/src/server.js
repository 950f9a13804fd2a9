import { render } from 'svelte/server'
import Order from './Order.svelte'

export const renderPage = (widget) => render(Order, { props: { widget } }).body

import { html } from 'hono/html'
import { oneTimeCode, securityCodes, testCards } from '../cards.ts'
import { operations } from '../faults.ts'
import { scenarios } from '../scenarios.ts'
import { groupByFour, layout, type Markup } from './layout.ts'

const effects = ['drop-before', 'drop-after', 'status:503', 'delay:2000', 'malformed', 'lag-status']
const clockSteps = [
  ['10 s', 10],
  ['7 min', 420],
  ['1 h', 3600],
  ['27 h', 97_200],
] as const

const statuses = ['Init', 'Created', 'Processing', 'Success', 'Failed']

type Row = [string, string]
const table = (caption: string, head: Row, rows: Row[]) =>
  html`<details class="card"><summary>${caption}</summary><table>
<thead><tr><th scope="col">${head[0]}</th><th scope="col">${head[1]}</th></tr></thead>
<tbody>${rows.map(([key, value]) => html`<tr><td>${key}</td><td>${value}</td></tr>`)}</tbody>
</table></details>`

const options = (values: readonly string[]) =>
  values.map((value) => html`<option value="${value}">${value}</option>`)

const clock = html`<section class="card" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<p class="state" id="now">…</p>
<p class="muted">Retries, schedules and scenarios use this clock. All times are UTC.</p>
<div class="row">${clockSteps.map(([label, seconds]) => html`<button data-advance="${seconds}">+ ${label}</button>`)}
</div>
<p class="muted reset">Empties the sandbox, and restores real time and the initial configuration.</p>
<button id="reset" class="danger">Empty the sandbox…</button>
</section>`

const faults = html`<section class="card" aria-labelledby="faults-title">
<h2 id="faults-title">Faults</h2>
<form id="fault">
<div class="pair"><label>On <select name="on">${options(operations)}</select></label>
<label>Effect <select name="effect">${options(effects)}</select></label></div>
<div class="pair"><label>Times <input name="times" type="number" min="1" max="1000" value="1"></label>
<button>Add</button></div>
</form>
<ul id="faults"></ul>
</section>`

const scenarioRows: Row[] = [
  ['.00 and all others', 'Waits for the payer or a control'],
  ...scenarios.map(({ cents, description }): Row => [`.${cents}`, description]),
]
const cardRows = testCards.map(({ number, description }): Row => [groupByFour(number), description])
const codeRows: Row[] = [
  ...Object.entries(securityCodes).map(([code, { description }]): Row => [code, description]),
  ['Any other', 'Succeeds'],
]

const reference = html`<section aria-labelledby="reference-title">
<h2 id="reference-title">What to try</h2>
${table('Scenarios by amount (cents)', ['Cents', 'What happens'], scenarioRows)}
${table('Test cards for the hosted form', ['Number', 'What happens'], cardRows)}
${table('Security codes for a saved card', ['Code', 'What happens'], codeRows)}
<p class="muted">The one-time code is <code>${oneTimeCode}</code>.</p>
</section>`

/** Where the columns are below each other, the lists before the controls are long. */
const parts = [
  ['orders-title', 'Orders'],
  ['deliveries-title', 'Callbacks'],
  ['clock-title', 'Clock'],
  ['faults-title', 'Faults'],
  ['reference-title', 'What to try'],
] as const

export const startPage: Markup = layout(
  'Paypane sandbox',
  html`<main class="wide">
<header><span class="badge">Sandbox</span><h1>Payments service emulator</h1>
<p class="muted">An in-memory emulator of the payments service. No money moves. What the service's documentation leaves open
is configurable or documented.</p></header>
<noscript><p class="problem">This page needs JavaScript. The controls below /_sandbox and the payment pages do not.</p></noscript>
<p id="error" class="problem" role="status" hidden></p>
<nav class="row" aria-label="On this page">${parts.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
<div class="columns">
<section aria-labelledby="orders-title"><h2 id="orders-title">Orders</h2>
<form id="filter" class="filter" role="search"><label>Search <input name="search" type="search" placeholder="Order, id, amount"></label>
<label>Status <select name="status"><option value="">All</option>${options(statuses)}</select></label></form>
<div id="orders"></div>
<p class="muted" id="no-orders" hidden>No orders yet. Configure a merchant with the settings on this page to create some.</p>
<p class="muted" id="no-match" hidden>No order matches.</p></section>
<section aria-labelledby="deliveries-title"><h2 id="deliveries-title">Callback deliveries</h2><div id="deliveries"></div>
<p class="muted" id="no-deliveries" hidden>No deliveries yet.</p></section>
<div>
${clock}
${faults}
<details class="card"><summary>Settings for a merchant</summary><pre id="env" tabindex="0"></pre></details>
${reference}
</div>
</div>
</main>`,
  true,
)

/** Adds the styles as a constructed sheet, which the content security policy allows. */
export function applyStyles(target: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens + layout + parts + tables)
  target.adoptedStyleSheets = [sheet]
}

/** Links, buttons, forms and small parts. */
const parts = `
a, button {
  font: inherit; font-weight: 550; color: var(--accent); text-decoration: none; cursor: pointer; border: 0;
  background: 0; border-radius: 8px
}
a:hover { text-decoration: underline }
:is(a, button, input, select, textarea, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.button-primary {
  display: inline-block; min-height: 40px; padding: 8px 16px; background: var(--accent); color: var(--on-accent);
  text-align: center
}
.button-primary:is(:disabled, [aria-disabled=true]) { background: var(--sunken); color: var(--muted); cursor: default }
.button-secondary { min-height: 40px; padding: 8px 0 }
td .button-secondary { min-height: 32px }
.button-secondary:hover { text-decoration: underline }
label, legend { font-weight: 550 }
label { display: block; margin: 12px 0 4px }
input, select, textarea {
  font: inherit; font-weight: 400; color: inherit; background: var(--surface); border: 1px solid var(--control);
  border-radius: 8px; min-height: 40px; padding: 8px 10px
}
:is(.payout-card, .sign-in, .resolve) :is(input:not([type=radio], [type=checkbox]), select, textarea) { width: 100% }
input:is([type=radio], [type=checkbox]) { min-height: 0; width: 18px; height: 18px; flex: none }
::placeholder { color: var(--muted); opacity: 1 }
fieldset { border: 0 }
.payout-card fieldset { margin-top: 16px }
.payout-card > label:first-child { margin-top: 0 }
.payout-card .field-list { margin-bottom: 12px }
.problem { margin-top: 4px; color: var(--warning) }
[aria-invalid=true] { border-color: var(--warning) }
.pair { display: grid; gap: 0 12px; grid-template-columns: 3fr 2fr }
.field { display: grid; gap: 6px; grid-template-columns: 1fr 1.4fr auto; margin: 8px 0 }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px; margin-top: 14px }
.hint, .empty, .placeholder, small, dt { color: var(--muted) }
.hint, small { font-size: 13.5px }
.hint { margin-top: 4px }
.hint + :is(.card, .filters), .card > p + .field-list { margin-top: 12px }
small { display: block; font-weight: 400 }
.empty { padding: 8px 0 }
.payout-amount { font-size: clamp(22px, 8vw, 32px); font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.2 }
.amount-in-words { margin: 2px 0 16px; font-size: 17px }
.amount, .number, .timestamp, .count { font-variant-numeric: tabular-nums }
.timestamp { white-space: nowrap }
.amount { overflow-wrap: normal }
code { font: 13px/1.4 ui-monospace, monospace }
.id { user-select: all }
.copy { padding: 0; font-size: 13px }
/* A larger area to press. */
:is(.copy, .timeline summary, .head > a:first-child) { position: relative }
:is(.copy, .timeline summary, .head > a:first-child)::after { content: ""; position: absolute; inset: -9px -4px }
.count { margin-inline-start: 6px; color: var(--warning) }
.warning-text { color: var(--warning) }
dt { font-size: 13.5px }
.balance-fields .field-row {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; padding: 8px 0;
  border-top: 1px solid var(--line)
}
.balances h2 { margin-bottom: 8px }
.status-icon {
  flex: none; width: 1.1em; height: 1.1em; fill: none; stroke: var(--accent); stroke-width: 2.4;
  stroke-linecap: round
}
.status-icon.neutral { stroke: var(--control) }
.status-icon.success { stroke: var(--success) }
.status-icon.warning { stroke: var(--warning) }
.badge { display: inline-flex; vertical-align: top; align-items: center; gap: 5px; white-space: nowrap; font-weight: 550 }
.badge.success { color: var(--success) }
.badge.warning { color: var(--warning) }
.badge + .badge { margin-inline-start: 6px }
.badges .badge + .badge { margin: 0 }
.badge.mark { padding: 0 8px; border: 1px solid; border-radius: 99px; color: var(--warning); font-size: 13px }
.error {
  display: flex; align-items: center; gap: 10px; margin: 12px 0; padding: 8px 12px;
  border: 1px solid var(--warning); border-radius: 8px; background: var(--warning-soft)
}
.error p { flex: 1 }
.notice { margin-bottom: 12px; padding: 8px 12px; border-inline-start: 3px solid var(--accent); background: var(--surface) }
.filters { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; margin-bottom: var(--space) }
.filters label { margin: 0 }
.search { display: flex; flex: 1 1 100%; align-items: center; gap: 8px; max-width: 620px }
.search input { flex: 1; min-width: 0 }
.check { display: flex; align-items: center; gap: 8px; white-space: nowrap }
.days { display: flex; flex-wrap: wrap; gap: 8px 12px }
.delivery { display: flex; flex-wrap: wrap; align-items: start; gap: 0 16px }
/* The list of tries has the whole width. */
.delivery:has([open]) { display: block }
.pager { display: flex; gap: 16px }
.pager a { padding: 10px 4px }
/* On a wide screen these are open, and cannot be closed. */
@supports selector(::details-content) {
  @media (min-width: 601px) {
    .open-if-wide > summary { display: none }
    .open-if-wide::details-content { content-visibility: visible; block-size: auto }
    .open-if-wide > .field-list { margin-top: 14px }
  }
}
summary { cursor: pointer; padding: 8px 0; color: var(--accent); font-weight: 550 }
.resolve + .field-list { margin-top: 16px }
.refunds .resolve { max-width: 640px }
.refund { margin-top: 10px }
.refund p + p { margin-top: 2px }
.refund .badge { white-space: normal }
.attempt header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; margin-bottom: 12px }
.needs-decision { border-color: var(--warning) }
.review-text { margin: 0 0 14px; padding: 12px 14px; border-radius: 8px; background: var(--warning-soft) }
.review-text h3 { margin: 0 0 4px }
.review-text p { max-width: 75ch }
.resolve { margin-top: 12px }
.action {
  display: flex; gap: 10px; margin: 8px 0; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px;
  font-weight: 400; cursor: pointer
}
.action:has(:checked) { border-color: var(--accent) }
.action b { font-weight: 600 }
@media (max-width: 600px) {
  input, select, textarea { font-size: 16px }
  .field { grid-template-columns: 1fr 1fr }
  .field .button-secondary { grid-column: 1/3; justify-self: start }
  .search { flex-basis: 100% }
  .search label { display: none }
  .days { display: grid; flex-basis: 100%; grid-template-columns: 1fr 1fr }
  .days label { display: grid; gap: 2px }
  .days input { min-width: 0; width: 100%; padding-inline: 6px }
}`

/** Tables and the timeline. */
const tables = `
table { width: 100%; border-collapse: collapse }
th { padding: 6px 12px 6px 0; color: var(--muted); font-size: 13.5px; font-weight: 500; text-align: start }
td { padding: 8px 12px 8px 0; border-top: 1px solid var(--line); vertical-align: top }
:is(th, td) { overflow-wrap: break-word }
td :is(code, .id-line), td:first-child a { overflow-wrap: anywhere }
@media (hover: hover) {
  tbody tr:hover { background: var(--sunken) }
}
.number { text-align: end }
th:last-child, td:last-child { padding-inline-end: 0 }
.list td:first-child a { font-weight: 600 }
.rows, .for-review { padding-block: 8px }
.for-review { border-color: var(--warning) }
.for-review h2 { padding: 6px 0 }
/* Below what waits for a decision, an empty list says nothing. */
.for-review ~ .rows:has(> .empty:not(.put-aside)):not(:has(table, .pager a)) { display: none }
section > h2 { margin-bottom: 8px }
.put-aside ul { padding-inline-start: 20px }
.wide, .widest, .id-line, .wide-inline { display: none }
.list .timestamp { white-space: normal }
.number + :not(.number) { padding-inline-start: 12px }
.id-line { font: 12px/1.4 ui-monospace, monospace }
.skeleton i {
  display: block; height: 14px; margin: 12px 0; border-radius: 7px; background: var(--line);
  animation: pulse 1.6s ease-in-out infinite
}
.skeleton i:nth-of-type(2) { width: 80% }
.skeleton i:nth-of-type(3) { width: 55% }
@keyframes pulse {
  50% { opacity: .4 }
}
.today { min-height: 22px; margin: -4px 0 12px }
.today span { color: var(--muted); font-size: 13.5px }
@media (max-width: 1000px) {
  .today .median { display: none }
}
details.card { padding-block: 8px }
.chart { margin: 0 0 16px }
.chart figcaption { font-weight: 600; margin-bottom: 8px }
.plot { display: grid; grid-template-columns: auto 1fr; gap: 4px 8px; color: var(--muted); font-size: 12px }
.plot svg { width: 100%; height: 120px; border-bottom: 1px solid var(--control) }
.plot .scale {
  display: flex; flex-direction: column; justify-content: space-between; text-align: end;
  font-variant-numeric: tabular-nums
}
.plot .ends { grid-column: 2; display: flex; justify-content: space-between }
rect.hover { fill: #0000 }
rect.whole { fill: var(--line) }
rect.part { fill: var(--accent) }
.share { display: block; width: 100%; height: 10px }
.stages :is(th, td) { padding-block: 6px; vertical-align: middle }
.stages td:last-child { width: 40% }
:is(.stages, .groups) tbody th { border-top: 1px solid var(--line); color: inherit; font-weight: 500; font-size: inherit }
.groups { table-layout: fixed }
.groups td:empty { border: 0 }
.groups .number { white-space: nowrap }
.reasons { padding-inline-start: 1.2em }
/* The three lines of the timeline, and on them a dot or an arrow. */
.lanes, .timeline i {
  width: 132px;
  background: linear-gradient(var(--line) 0 0) 12%/1px 100%, linear-gradient(var(--line) 0 0) 50%/1px 100%, linear-gradient(var(--line) 0 0) 88%/1px 100%;
  background-repeat: no-repeat
}
.lanes { display: flex; justify-content: space-between; background: none; color: var(--muted); font-size: 12px }
.timeline { list-style: none }
.timeline > li { display: grid; grid-template-columns: 132px minmax(0, 1fr); gap: 14px }
.timeline .what { padding: 5px 0 8px }
.timeline :is(summary, ol) { padding: 0; font-size: 13.5px }
.timeline ol { list-style: none }
.timeline .pending { color: var(--muted); font-style: italic }
.timeline .pending i::after { background: 0; border: 2px dashed var(--control) }
.tries { padding-inline-start: 1.4em; font-size: 13.5px }
.timeline .same-second .what { padding-top: 0 }
.timeline .same-second i { --top: 4px }
.timeline code { color: var(--muted) }
.when { display: block; color: var(--muted); font-size: 13px }
.timeline i { position: relative; color: var(--accent) }
.timeline .warning i, .timeline .warning .when { color: var(--warning) }
.timeline i::before, .timeline i::after { content: ""; position: absolute }
.timeline i::before { top: calc(var(--top, 10px) + 4px); height: 2px; background: currentColor }
.timeline :is(.to-service, .from-service) i::before { left: 50%; right: 12% }
.timeline .to-shop i::before { left: 12%; right: 50% }
.timeline i::after { top: var(--top, 10px); width: 10px; height: 10px; border-radius: 50%; background: currentColor }
.timeline :is(.to-service, .from-service, .to-shop) i::after {
  width: 9px; height: 9px; border-radius: 0; background: 0; border: solid currentColor;
  border-width: 2px 2px 0 0
}
.timeline .to-service i::after { right: 12%; transform: rotate(45deg) }
.timeline .from-service i::after { left: 50%; transform: rotate(225deg) }
.timeline .to-shop i::after { left: 12%; transform: rotate(225deg) }
.timeline .at-service i::after { left: calc(88% - 5px); color: var(--control) }
.timeline .at-paypane i::after { left: calc(50% - 5px) }
.timeline .to-service.warning i::before { background: repeating-linear-gradient(90deg, currentColor 0 6px, #0000 6px 10px) }
@media (min-width: 601px) {
  .list:has(th) { table-layout: fixed }
  .list .name { width: 23% }
  .list .state { width: 27% }
  .list th.number { width: 17% }
  .list .when-column { width: 16% }
  .list .long { width: 30% }
  .list .what { width: 42% }
  .list .who { width: 15% }
  .list .exact { width: 18% }
}
@media (min-width: 760px) {
  .wide { display: table-cell }
  .id-line { display: block }
  .wide-inline { display: inline }
}
@media (min-width: 1200px) {
  .widest { display: table-cell }
  .list .name, .list .state { width: 19% }
  .list th.number { width: 13% }
  .list .when-column { width: 10% }
  .list .method { width: 9% }
  .list th.attempts { width: 7% }
  .list .with-id { width: 35% }
}
@media (max-width: 600px) {
  .list thead { position: absolute; clip-path: inset(50%) }
  .list tr { display: grid; grid-template-columns: minmax(8em, 1fr) auto; padding: 8px 0; border-top: 1px solid var(--line) }
  .list td:not(.wide, .widest) { padding: 0 0 2px; border: 0; grid-column: 1/-1 }
  .list td.main { grid-area: 1/1 }
  .list td.number:not(.wide, .widest) { grid-area: 1/2; padding-inline-start: 12px }
  .lanes, .timeline i { width: 56px }
  .lanes { display: none }
  .timeline > li { grid-template-columns: 56px minmax(0, 1fr); gap: 8px }
  td .timestamp, dd .timestamp { white-space: normal }
  .event-id, .list td:has(> .placeholder) { display: none }
  .groups :is(td, th):first-child { width: 34% }
  .list tr { position: relative }
  /* The whole card is the link. */
  .list td.main a::after { content: ""; position: absolute; inset: 0 }
  td .button-secondary { min-height: 40px }
  .today { min-height: 44px }
}
@media (forced-colors: active) {
  .button-primary { border: 1px solid }
  .top nav a:not([aria-current]) { border-color: Canvas }
  .progress i, .timeline i::before, .timeline li:not(.to-service, .from-service, .to-shop, .pending) i::after { background: CanvasText }
}`

/** The page and its layout. */
const layout = `
*, *::before, *::after { box-sizing: border-box; margin: 0; padding: 0 }
body { min-height: 100vh; background: var(--page); color: var(--text); overflow-wrap: anywhere; accent-color: var(--accent) }
.top {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 0 20px;
  padding: 0 max(24px, calc(50vw - 836px)); min-height: 52px; background: var(--surface);
  border-bottom: 1px solid var(--line)
}
.brand { color: var(--text); font-weight: 650 }
.brand span { color: var(--muted); font-weight: 400 }
.top nav { display: flex; flex: 1; flex-wrap: wrap; gap: 0 4px }
.top nav a {
  padding: 11px 12px; color: var(--muted); border: solid #0000; border-width: 3px 0; border-radius: 0;
  font-weight: 500
}
.top nav .count { display: inline-block; min-width: 2em; margin: 0 }
.top nav a:hover { color: var(--text) }
.top nav a[aria-current] { color: var(--text); border-bottom-color: var(--accent) }
main { max-width: 1720px; margin: 0 auto; padding: 20px 24px 64px }
footer { max-width: 1720px; margin: 0 auto; padding: 0 24px 24px }
.operator { color: var(--muted); max-width: 16em }
.head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; margin-bottom: 12px }
.head > a:first-child { flex-basis: 100%; font-size: 14px }
h1 { flex: 1 0 min(100%, 8em); font-size: 24px; font-weight: 650; line-height: 1.25; outline: 0 }
h2 { font-size: 16px; font-weight: 600 }
h2 small { display: inline; margin-inline-start: .6em }
h3 { margin-top: 12px; font-size: 15px; font-weight: 600 }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--space);
  margin-bottom: var(--space)
}
.summary { padding: 20px }
.sentence { font-size: 18px; line-height: 1.4; max-width: 70ch }
.progress { height: 3px; margin: 12px 0; border-radius: 3px; background: var(--line); overflow: hidden; color: var(--accent) }
.progress i { display: block; height: 3px; width: 28%; background: currentColor }
.progress.in-progress i { animation: run 2.4s ease-in-out infinite }
.progress.neutral { color: var(--control) }
.progress.success { color: var(--success) }
.progress.warning { color: var(--warning) }
.progress:is(.neutral, .success, .warning) i { width: 100% }
.progress.warning i { background: repeating-linear-gradient(90deg, currentColor 0 14px, #0000 14px 22px) }
@keyframes run {
  0% { transform: translate(-100%) }
  100% { transform: translate(360%) }
}
.badges { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; margin-bottom: 12px }
.columns { display: grid; gap: 0 var(--space); align-items: start }
/* An id has the whole width. */
.field-row:has(.id) { grid-column: 1/-1 }
.field-list {
  display: grid; gap: 10px 24px;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--field, 200px)), 1fr))
}
.sign-in { display: grid; place-items: center; min-height: 90vh }
.sign-in .card { width: min(100%, 400px); padding: 24px }
.sign-in .progress { margin: 10px 0 18px }
.sign-in .button-primary { width: 100%; margin-top: 16px }
.payout-card { max-width: 640px; padding: 20px }
.balances { display: grid; gap: 0 var(--space); grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)) }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
@media (min-width: 1100px) {
  /* Unless one of them has nothing to show. */
  .columns:not(:has(> :empty)) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) }
}
@media (max-width: 1150px) {
  .top { position: static; gap: 0 16px }
  .brand { flex: 1 }
  .top nav { order: 3; flex-basis: 100%; flex-wrap: nowrap; overflow-x: auto; position: relative; margin-inline: -12px }
  .top nav a { white-space: nowrap; padding: 5px 12px 8px }
}
@media (max-width: 800px) {
  .top nav a { padding-inline: 8px }
}
@media (max-width: 600px) {
  .top { padding: 0 12px }
  .brand { padding: 0 4px }
  .brand span { display: none }
  .top nav { margin-inline: 0 }
  .top nav a { padding: 5px 10px 8px }
  main { padding: 16px 12px 48px }
  .card { --field: 130px }
  footer { padding-inline: 12px }
  .summary { padding: 16px }
  h1 { font-size: 21px }
  .sentence { font-size: 16px }
}
@media (prefers-reduced-motion) {
  * { animation: none !important }
}`

const dark = `
  --accent: #9db4ff; --on-accent: #0d1630; --page: #0f1216; --surface: #15181e; --sunken: #1b1f27; --text: #edf0f5;
  --muted: #a3acba; --line: #2c323d; --control: #6f7a8c; --success: #5fd39a; --warning: #f2b866; --warning-soft: #2a2216;
  color-scheme: dark`

/** The widget's colors and sizes; both themes pass WCAG AA. */
const tokens = `
:root {
  --accent: #23439b; --on-accent: #fff; --page: #f6f7f9; --surface: #fff; --sunken: #f2f4f7; --text: #161a22;
  --muted: #586072; --line: #e2e5eb; --control: #818a9a; --success: #0b7a4b; --warning: #92560a; --warning-soft: #fdf6ea;
  color-scheme: light; --radius: 12px; --space: 16px; font: 15px/1.45 system-ui, sans-serif
}
@media (prefers-color-scheme: dark) { :root { ${dark} } }`

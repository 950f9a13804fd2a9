/** The style sheet of all pages. */
export const styles = `
:root {
  color-scheme: light dark;
  --background: light-dark(#f6f7f9, #0f1216); --card: light-dark(#fff, #15181e); --text: light-dark(#161a22, #edf0f5);
  --muted: light-dark(#586072, #a3acba); --line: light-dark(#e2e5eb, #2c323d); --control: light-dark(#818a9a, #6f7a8c);
  --accent: light-dark(#23439b, #9db4ff); --on-accent: light-dark(#fff, #0d1630); --tint: light-dark(#e9edf8, #1b2440);
  --success: light-dark(#0b7a4b, #5fd39a); --danger: light-dark(#a5351c, #ff9f86); --pending: light-dark(#92560a, #f2b866);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
a { color: var(--accent); }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
main.wide { max-width: 84rem; }
.columns { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
nav.row { margin-inline: -.4rem; row-gap: 0; }
nav a { padding: .6rem .4rem; }
@media (min-width: 62rem) { nav { display: none !important; } .columns { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
article header { display: flex; gap: .6rem; align-items: baseline; flex-wrap: wrap; margin-bottom: .35rem; }
article:target { outline: 2px solid var(--accent); }
article header :first-child { font-weight: 650; }
article .sum { font-variant-numeric: tabular-nums; }
article p:empty { display: none; }
article time { margin-left: auto; color: var(--muted); font-size: .85rem; font-variant-numeric: tabular-nums; }
article p { margin-bottom: .5rem; overflow-wrap: anywhere; }
details.card { padding: .9rem 1.25rem; }
article.card { padding: .9rem 1rem; }
.state { font-weight: 650; }
.row { display: flex; flex-wrap: wrap; gap: .4rem; }
.row .button { display: inline-grid; align-content: center; }
.row button, .row .button { min-height: 36px; padding: .3rem .7rem; font-size: .85rem; }
ul { list-style: none; margin: .25rem 0; padding: 0; font-size: .85rem; color: var(--muted); font-variant-numeric: tabular-nums; }
summary { cursor: pointer; font-weight: 600; padding: .15rem 0; }
article details { margin-top: .5rem; font-size: .85rem; }
pre { margin: .5rem 0 0; font: .8rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: .88rem; margin-top: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .5rem .4rem 0; border-top: 1px solid var(--line); }
td:first-child { font-variant-numeric: tabular-nums; width: 45%; }
@media (min-width: 26rem) { td:first-child { width: auto; white-space: nowrap; } }
footer { text-align: center; padding-top: .5rem; }
[hidden] { display: none !important; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; }
.muted { color: var(--muted); font-size: .9rem; }
.badge { display: inline-block; font-size: .75rem; font-weight: 600; letter-spacing: .03em; padding: .15rem .55rem;
  border-radius: 99px; background: var(--tint); color: var(--accent); margin-bottom: .75rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; margin: 0 0 1rem; }
.amount { font-size: 2rem; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; margin: 0 0 1rem;
  overflow-wrap: anywhere; }
dl.purpose { margin: 0 0 1rem; }
dl.purpose div { display: flex; gap: .75rem; justify-content: space-between; padding: .3rem 0; }
dl.purpose dd { text-align: end; }
[aria-invalid] { border-color: var(--danger); }
.filter { grid-template-columns: 1fr 9rem; margin-bottom: 1rem; }
p.reset { margin-top: 1rem; }
button.danger { color: var(--danger); }
.amount small { font-size: 1rem; font-weight: 500; color: var(--muted); letter-spacing: 0; }
dl { margin: 0; }
dl div { padding: .55rem 0; border-top: 1px solid var(--line); }
dl div:first-child { border-top: 0; padding-top: 0; }
dl div:last-child { padding-bottom: 0; }
summary + dl { margin-top: .75rem; }
dt { font-size: .8rem; color: var(--muted); }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.qr { display: block; width: 220px; max-width: 100%; height: auto; margin: 1rem auto 0; background: #fff; border-radius: 10px;
  image-rendering: pixelated; }
form { display: grid; gap: .6rem; margin: 0; }
label { display: grid; gap: .25rem; font-size: .85rem; color: var(--muted); }
input, select, button { font: inherit; color: inherit; min-height: 44px; border-radius: 8px; }
/* iOS zooms into smaller ones. */
input, select { font-size: 16px; width: 100%; min-width: 0; padding: .5rem .7rem; background: var(--background); border: 1px solid var(--control);
  color: var(--text); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; align-items: end; }
button, .button { cursor: pointer; padding: .5rem .9rem; border: 1px solid var(--line); background: var(--card); font-weight: 600;
  text-align: center; text-decoration: none; }
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.button { display: block; border-radius: 10px; padding: .65rem .9rem; }
button:hover { border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.success { color: var(--success); } .danger { color: var(--danger); } .pending { color: var(--pending); }
.problem { border-left: 3px solid var(--danger); padding-left: .75rem; color: var(--danger); }
code { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
`

/** Buttons, instructions, ways to pay and the code's tile; then how they use a wider place. */
export const parts = `
button,a{font:inherit;color:inherit;text-decoration:none;cursor:pointer;border:0;background:none;-webkit-tap-highlight-color:transparent}
:is(button,a,summary):focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:calc(var(--radius)*.55)}
.main,.quiet{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:.5em 1em;border-radius:calc(var(--radius)*.65);text-align:center;font-weight:600}
.main{background:var(--accent);color:var(--on-accent);min-height:48px;width:100%}
.main:hover{filter:brightness(1.08)}.main:active{filter:brightness(.94)}
.quiet{color:var(--accent);font-weight:550}
.quiet:hover{text-decoration:underline}
.acts{display:flex;flex-wrap:wrap;gap:.5em;justify-content:center;margin-top:calc(var(--space)*1.25)}
.copy{flex:none;display:inline-grid;align-items:center;min-width:44px;min-height:40px;padding:0 .75em;border-radius:calc(var(--radius)*.65);border:1px solid var(--control);font-size:.875em;font-weight:600;color:var(--accent);text-align:center}
.copy:hover{border-color:var(--accent)}
.copy span{grid-area:1/1;transition:opacity .12s}
.copy .after,.copied .before{opacity:0}
.copied .after{opacity:1}
.copied{border-color:var(--good);color:var(--good)}
.details{border-top:1px solid var(--line)}
.detail{display:grid;grid-template-columns:1fr auto;align-items:center;column-gap:var(--space);padding:.65em 0;border-bottom:1px solid var(--line)}
.detail .copy{grid-area:1/2/3/3}
dt{color:var(--muted);font-size:.8125em}
dd{font-size:1.0625em;font-weight:550;min-width:0;-webkit-user-select:text;user-select:text}
.number{font-variant-numeric:tabular-nums;letter-spacing:.01em}
.number span{display:inline-block;margin-inline-end:.45em}
.number span:last-child{margin:0}
.ways{list-style:none}
.way{display:flex;align-items:center;border:1px solid var(--control);border-radius:calc(var(--radius)*.75);margin-bottom:.6em}
.way:hover{border-color:var(--accent)}
.way>button:first-child{flex:1;padding:.8em 1em;text-align:start;font-weight:600;min-height:64px}
.way small{display:block;font-size:.875em;font-weight:400;color:var(--muted)}
.tile{display:block;width:min(100%,280px);height:auto;aspect-ratio:1;margin:.25em auto .5em;background:#fff;border-radius:calc(var(--radius)*.6);border:1px solid var(--line);object-fit:contain;forced-color-adjust:none}
img.tile{padding:16px}
.wide{display:none}
@container(min-width:300px){.frame{padding:calc(var(--space)*1.5) calc(var(--space)*1.25)}}
@container(min-width:480px){
.frame{padding:calc(var(--space)*1.75) calc(var(--space)*2)}
.main{width:auto;min-width:14em}.acts{justify-content:flex-start}
.amount{font-size:2.125em}
.qr-fold summary{pointer-events:none;color:var(--muted);list-style:none;font-size:.8125em;text-align:center;font-weight:400}
.qr-fold summary::-webkit-details-marker{display:none}
.narrow{display:none}.wide{display:inline}
.ways{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:.6em}.way{margin:0}
}
@container(min-width:620px){
.transfer{display:grid;grid-template-columns:minmax(0,1fr) minmax(220px,300px);gap:calc(var(--space)*2);align-items:start}
.transfer>:only-child{grid-column:1/-1}
.qr-fold{margin:0}
}
@media(forced-colors:active){.main{border:1px solid}.thread i{background:CanvasText}.mark{stroke:CanvasText}}
@media print{.pane{box-shadow:none;color:#000;background:#fff}.copy,.acts,.keep,.thread{display:none}.tile{width:60mm}}
`

/** The host, the pane, and what keeps its place on every screen. */
export const frame = `
:host{display:block!important;visibility:visible!important;opacity:1!important}
.pane,.pane *{box-sizing:border-box;margin:0;padding:0}
.pane{all:initial;display:block;container-type:inline-size;position:relative;line-height:1.45;color:var(--text);
background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);
box-shadow:var(--paypane-shadow,0 1px 2px rgb(22 26 34/.05),0 8px 24px rgb(22 26 34/.06));
text-align:start;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
.frame{padding:calc(var(--space)*1.25) var(--space);min-height:calc(var(--space)*20)}
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:pre-line;border:0;opacity:0}
p.unseen{opacity:1}
bdi{unicode-bidi:isolate}
.order{color:var(--muted);font-size:.875em;min-height:1.45em}
.sum{display:flex;align-items:center;gap:var(--space);min-height:2.75em}
.amount{flex:1;font-size:1.75em;font-weight:650;letter-spacing:-.015em;line-height:1.2;min-height:1.2em;font-variant-numeric:tabular-nums}
.thread{height:3px;margin:.75em 0 1em;border-radius:3px;background:var(--line);overflow:hidden;color:var(--accent)}
.thread i{display:block;height:100%;border-radius:3px;background:currentColor;width:28%;transition:width .5s cubic-bezier(.2,.8,.2,1)}
.thread.moving i{animation:run 1.8s ease-in-out infinite}
.thread.good{color:var(--good)}.thread.good i{width:100%}
.thread.care,.thread.lost{color:var(--care)}
.thread.care i,.thread.lost i{width:100%;animation:none;background:repeating-linear-gradient(90deg,currentColor 0 14px,transparent 14px 22px)}
@keyframes run{0%{transform:translateX(-100%)}100%{transform:translateX(360%)}}
.headline{display:flex;align-items:flex-start;gap:.75em;min-height:1.65em}
h2{flex:1;display:flex;gap:.5em;font-size:1.125em;font-weight:600;line-height:1.35;border-radius:4px}
h2:focus{outline:none}
.mark{flex:none;width:1.1em;height:1.1em;margin-top:.13em;fill:none;stroke:var(--accent);stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.mark.good{stroke:var(--good)}.mark.care{stroke:var(--care)}
.mark.moving circle{animation:breathe 1.8s ease-in-out infinite}
@keyframes breathe{50%{opacity:.35}}
.time{flex:none;font-variant-numeric:tabular-nums;color:var(--muted);line-height:1.5}
.hint{color:var(--muted);min-height:1.45em;margin-top:.15em}
.hint.lost{color:var(--care)}
.body{margin-top:var(--space)}
.body:empty{margin:0}
.note{margin-top:.6em;color:var(--muted)}
.fold{margin-top:.5em}
summary{cursor:pointer;padding:.6em 0;color:var(--accent);font-weight:550}
.keep{display:flex;gap:.5em;justify-content:center}
@media(prefers-reduced-motion:reduce){.pane *{animation:none!important;transition:none!important}}
`

/** The host, the pane, and what keeps its place on every screen. */
export const layout = `
:host{display:block!important;visibility:visible!important;opacity:1!important}
.pane{display:block;box-sizing:border-box;min-height:inherit;container-type:inline-size;position:relative;max-width:var(--paypane-max-width,52em);margin:auto;
color:var(--text);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);
box-shadow:var(--paypane-shadow,0 6px 20px rgb(0 0 0/.06));overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
:where(.pane *){box-sizing:border-box;margin:0;padding:0}
.frame{padding:var(--space);min-height:18em}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.order,.hint,.note,.time,dt,small{color:var(--muted)}
.sum,.headline{display:flex;justify-content:space-between;gap:.75em}
.sum{align-items:center;min-height:3em;flex-wrap:wrap}
.amount{font-size:clamp(1.0625em,6.2cqi,2.125em);font-weight:650}
.thread{height:3px;margin:.5em 0 1em;border-radius:3px;background:var(--line);overflow:hidden}
.thread i{display:block;height:3px;background:var(--tone);width:28%;transition:width .5s}
.moving i{animation:run 2s ease-in-out infinite}
[dir=rtl] .thread{direction:ltr;scale:-1 1}
.order>span{color:var(--care)}
:is(.good,.care,.lost) i{width:100%;animation:none}
:is(.care,.lost) i{background:repeating-linear-gradient(90deg,var(--tone) 0 14px,#0000 14px 22px)}
@keyframes run{0%{translate:-100%}to{translate:360%}}
h2{display:flex;gap:.5em;font-size:1.125em;font-weight:600;outline:0;text-wrap:balance}
.mark{flex:none;width:1em;color:var(--tone)}
.time{white-space:nowrap}
:is(.order,.hint){min-height:1.4em}
.hint{margin-top:.25em}
:is(.body,.note,.acts,.note+*){margin-top:var(--space)}
summary{cursor:pointer;padding:.75em 0;color:var(--accent)}
@media(prefers-reduced-motion){.pane *{animation:none!important;transition:none!important}}`

/** Links, buttons, fields and words. */
export const parts = `
a,button{font:inherit;font-weight:550;color:var(--accent);text-decoration:none;cursor:pointer;border:0;background:0;border-radius:8px}
a:hover{text-decoration:underline}
:is(a,button,input,select,textarea,summary):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.main{display:inline-block;min-height:40px;padding:8px 16px;background:var(--accent);color:var(--on-accent);text-align:center}
.main:disabled{background:var(--sunken);color:var(--muted);cursor:default}
.quiet{min-height:40px;padding:8px 10px}
.quiet:hover{text-decoration:underline}
label,legend{font-weight:550}
label{display:block;margin:12px 0 4px}
input,select,textarea{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--control);border-radius:8px;min-height:40px;padding:8px 10px}
:is(.slip,.door,.settle) :is(input:not([type=radio],[type=checkbox]),select,textarea){width:100%}
input:is([type=radio],[type=checkbox]){min-height:0;width:18px;height:18px;flex:none}
::placeholder{color:var(--muted);opacity:1}
fieldset{border:0}
.slip fieldset{margin-top:16px}
.slip>label:first-child{margin-top:0}
.slip .facts{margin-bottom:12px}
.pair{display:grid;gap:0 12px;grid-template-columns:2fr 1fr}
.field{display:grid;gap:6px;grid-template-columns:1fr 1.4fr auto;margin:8px 0}
.acts{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-top:14px}
.hint,.quiet-line,.none,small,dt{color:var(--muted)}
.hint,small{font-size:13.5px}
.hint{margin-top:4px}
small{display:block;font-weight:400}
.quiet-line{padding:8px 0}
.big{font-size:32px;font-weight:650;font-variant-numeric:tabular-nums;line-height:1.2}
.in-words{margin:2px 0 16px;font-size:17px}
.sum,.number,.moment,.count{font-variant-numeric:tabular-nums}
.sum,.moment{white-space:nowrap}
code{font:13px/1.4 ui-monospace,monospace}
.id{user-select:all}
.count{margin-inline-start:6px;color:var(--care)}
.care-text{color:var(--care)}
dt{font-size:13.5px}
.figures .fact{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px;padding:8px 0;border-top:1px solid var(--line)}
.balances h2{margin-bottom:8px}
.mark{flex:none;width:1.1em;height:1.1em;fill:none;stroke:var(--accent);stroke-width:2.4;stroke-linecap:round}
.mark.open{stroke:var(--control)}.mark.good{stroke:var(--good)}.mark.care{stroke:var(--care)}
.badge{display:inline-flex;vertical-align:top;align-items:center;gap:5px;white-space:nowrap;font-weight:550}
.badge.good{color:var(--good)}.badge.care{color:var(--care)}
.badge.review{padding:0 8px;border:1px solid;border-radius:99px;color:var(--care);font-size:13px}
.trouble{display:flex;align-items:center;gap:10px;margin:12px 0;padding:8px 12px;border:1px solid var(--care);border-radius:8px;background:var(--care-soft)}
.trouble p{flex:1}
.notice{margin-bottom:12px;padding:8px 12px;border-inline-start:3px solid var(--accent);background:var(--surface)}
.narrowing{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-bottom:var(--space)}
.narrowing label{margin:0}
.find{display:flex;flex:1 1 340px;align-items:center;gap:8px;max-width:620px}
.find input{flex:1;min-width:0}
.check{display:flex;align-items:center;gap:8px}
.pager{display:flex;gap:16px}.pager a{padding:10px 4px}
summary{cursor:pointer;padding:8px 0;color:var(--accent);font-weight:550}
.attempt header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin-bottom:12px}
.asks{border-color:var(--care)}
.finding{margin:0 0 14px;padding:12px 14px;border-radius:8px;background:var(--care-soft)}
.finding h3{margin-bottom:4px}
.finding p{max-width:75ch}
.settle{margin-top:12px}
.act{display:flex;gap:10px;margin:8px 0;padding:10px 12px;border:1px solid var(--line);border-radius:8px;font-weight:400;cursor:pointer}
.act:has(:checked){border-color:var(--accent)}
.act b{font-weight:600}
@media(max-width:600px){.field{grid-template-columns:1fr 1fr}.field .quiet{grid-column:1/3;justify-self:start}.find{flex-basis:100%}.find label{display:none}}`

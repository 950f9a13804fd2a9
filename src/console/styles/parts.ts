/** Links, buttons, forms and small parts. */
export const parts = `
a,button{font:inherit;font-weight:550;color:var(--accent);text-decoration:none;cursor:pointer;border:0;background:0;border-radius:8px}
a:hover{text-decoration:underline}
:is(a,button,input,select,textarea,summary):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.button-primary{display:inline-block;min-height:40px;padding:8px 16px;background:var(--accent);color:var(--on-accent);text-align:center}
.button-primary:disabled{background:var(--sunken);color:var(--muted);cursor:default}
.button-secondary{min-height:40px;padding:8px 10px}
td .button-secondary{padding-inline:0;min-height:32px}
.button-secondary:hover{text-decoration:underline}
label,legend{font-weight:550}
label{display:block;margin:12px 0 4px}
input,select,textarea{font:inherit;font-weight:400;color:inherit;background:var(--surface);border:1px solid var(--control);border-radius:8px;min-height:40px;padding:8px 10px}
:is(.payout-card,.sign-in,.resolve) :is(input:not([type=radio],[type=checkbox]),select,textarea){width:100%}
input:is([type=radio],[type=checkbox]){min-height:0;width:18px;height:18px;flex:none}
::placeholder{color:var(--muted);opacity:1}
fieldset{border:0}
.payout-card fieldset{margin-top:16px}
.payout-card>label:first-child{margin-top:0}
.payout-card .field-list{margin-bottom:12px}
.pair{display:grid;gap:0 12px;grid-template-columns:2fr 1fr}
.field{display:grid;gap:6px;grid-template-columns:1fr 1.4fr auto;margin:8px 0}
.actions{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-top:14px}
.hint,.empty,.placeholder,small,dt{color:var(--muted)}
.hint,small{font-size:13.5px}
.hint{margin-top:4px}
small{display:block;font-weight:400}
.empty{padding:8px 0}
.payout-amount{font-size:clamp(22px,8vw,32px);font-weight:650;font-variant-numeric:tabular-nums;line-height:1.2}
.amount-in-words{margin:2px 0 16px;font-size:17px}
.amount,.number,.timestamp,.count{font-variant-numeric:tabular-nums}
.timestamp{white-space:nowrap}
.amount{overflow-wrap:normal}
code{font:13px/1.4 ui-monospace,monospace}
.id{user-select:all}
.copy{padding:0 6px;font-size:13px}
.count{margin-inline-start:6px;color:var(--warning)}
.warning-text{color:var(--warning)}
dt{font-size:13.5px}
.balance-fields .field-row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px;padding:8px 0;border-top:1px solid var(--line)}
.balances h2{margin-bottom:8px}
.status-icon{flex:none;width:1.1em;height:1.1em;fill:none;stroke:var(--accent);stroke-width:2.4;stroke-linecap:round}
.status-icon.neutral{stroke:var(--control)}.status-icon.success{stroke:var(--success)}.status-icon.warning{stroke:var(--warning)}
.badge{display:inline-flex;vertical-align:top;align-items:center;gap:5px;white-space:nowrap;font-weight:550}
.badge.success{color:var(--success)}.badge.warning{color:var(--warning)}
.badge.mark{padding:0 8px;border:1px solid;border-radius:99px;color:var(--warning);font-size:13px}
.error{display:flex;align-items:center;gap:10px;margin:12px 0;padding:8px 12px;border:1px solid var(--warning);border-radius:8px;background:var(--warning-soft)}
.error p{flex:1}
.notice{margin-bottom:12px;padding:8px 12px;border-inline-start:3px solid var(--accent);background:var(--surface)}
.filters{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;margin-bottom:var(--space)}
.filters label{margin:0}
.search{display:flex;flex:1 1 340px;align-items:center;gap:8px;max-width:620px}
.search input{flex:1;min-width:0}
.check{display:flex;align-items:center;gap:8px}
.pager{display:flex;gap:16px}.pager a{padding:10px 4px}
summary{cursor:pointer;padding:8px 0;color:var(--accent);font-weight:550}
.attempt header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin-bottom:12px}
.needs-decision{border-color:var(--warning)}
.review-text{margin:0 0 14px;padding:12px 14px;border-radius:8px;background:var(--warning-soft)}
.review-text h3{margin:0 0 4px}
.review-text p{max-width:75ch}
.resolve{margin-top:12px}
.action{display:flex;gap:10px;margin:8px 0;padding:10px 12px;border:1px solid var(--line);border-radius:8px;font-weight:400;cursor:pointer}
.action:has(:checked){border-color:var(--accent)}
.action b{font-weight:600}
@media(max-width:600px){.field{grid-template-columns:1fr 1fr}.field .button-secondary{grid-column:1/3;justify-self:start}.search{flex-basis:100%}.search label{display:none}}`

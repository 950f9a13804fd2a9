/** Tables and the timeline. */
export const tables = `
table{width:100%;border-collapse:collapse}
th{padding:6px 12px 6px 0;color:var(--muted);font-size:13.5px;font-weight:500;text-align:start}
td{padding:8px 12px 8px 0;border-top:1px solid var(--line);vertical-align:top}
:is(th,td){overflow-wrap:break-word}
td :is(code,.id-line),td:first-child a{overflow-wrap:anywhere}
tbody tr:hover{background:var(--sunken)}
.number{text-align:end}
th:last-child,td:last-child{padding-inline-end:0}
.list td:first-child a{font-weight:600}
.rows,.for-review{padding-block:8px}
.for-review{border-color:var(--warning)}
.for-review h2{padding:6px 0}
section>h2{margin-bottom:8px}
.wide,.widest,.id-line,.wide-inline{display:none}
.number+:not(.number){padding-inline-start:12px}
.id-line{font:12px/1.4 ui-monospace,monospace}
.lanes,.timeline i{width:132px;background:linear-gradient(var(--line) 0 0) 12%/1px 100%,linear-gradient(var(--line) 0 0) 50%/1px 100%,linear-gradient(var(--line) 0 0) 88%/1px 100%;background-repeat:no-repeat}
.lanes{display:flex;justify-content:space-between;background:none;color:var(--muted);font-size:12px}
.timeline{list-style:none}
.timeline li{display:grid;grid-template-columns:132px minmax(0,1fr);gap:14px}
.timeline p{padding:5px 0 8px}
.timeline .pending{color:var(--muted);font-style:italic}
.timeline .pending i::after{background:0;border:2px dashed var(--control)}
.tries{padding-inline-start:1.4em;font-size:13.5px}
.timeline .same-second p{padding-top:0}
.timeline .same-second i{--top:4px}
.timeline code{color:var(--muted)}
.when{display:block;color:var(--muted);font-size:13px}
.timeline i{position:relative;color:var(--accent)}
.timeline .warning i,.timeline .warning .when{color:var(--warning)}
.timeline i::before,.timeline i::after{content:"";position:absolute}
.timeline i::before{top:calc(var(--top,10px) + 4px);height:2px;background:currentColor}
.timeline :is(.to-service,.from-service) i::before{left:50%;right:12%}
.timeline .to-shop i::before{left:12%;right:50%}
.timeline i::after{top:var(--top,10px);width:10px;height:10px;border-radius:50%;background:currentColor}
.timeline :is(.to-service,.from-service,.to-shop) i::after{width:9px;height:9px;border-radius:0;background:0;border:solid currentColor;border-width:2px 2px 0 0}
.timeline .to-service i::after{right:12%;transform:rotate(45deg)}
.timeline .from-service i::after{left:50%;transform:rotate(225deg)}
.timeline .to-shop i::after{left:12%;transform:rotate(225deg)}
.timeline .at-service i::after{left:calc(88% - 5px);color:var(--control)}
.timeline .at-paypane i::after{left:calc(50% - 5px)}
.timeline .to-service.warning i::before{background:repeating-linear-gradient(90deg,currentColor 0 6px,#0000 6px 10px)}
@media(min-width:760px){
.list .number,.list .name{min-width:8em}
.wide{display:table-cell}.id-line{display:block}.wide-inline{display:inline}
.list .timestamp{white-space:normal}}
@media(min-width:1200px){.widest{display:table-cell}.list .name{min-width:14em}}
@media(max-width:600px){
.list thead{position:absolute;clip-path:inset(50%)}
.list tr{display:grid;grid-template-columns:1fr auto;padding:8px 0;border-top:1px solid var(--line)}
.list td:not(.wide,.widest){padding:0 0 2px;border:0;grid-column:1/-1}
.list td.main{grid-area:1/1}.list td.number:not(.wide,.widest){grid-area:1/2;padding-inline-start:12px}
.lanes,.timeline i{width:72px}.lanes{display:none}.timeline li{grid-template-columns:72px minmax(0,1fr);gap:10px}
td .timestamp{white-space:normal}.event-id{display:none}}
@media(forced-colors:active){.button-primary{border:1px solid}.progress i,.timeline i::before{background:CanvasText}}`

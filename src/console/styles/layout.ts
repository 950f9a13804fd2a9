/** The page and its layout. */
export const layout = `
*,*::before,*::after{box-sizing:border-box;margin:0;padding:0}
body{min-height:100vh;background:var(--page);color:var(--text);overflow-wrap:anywhere;accent-color:var(--accent)}
.top{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;gap:0 20px;padding:0 max(24px,calc(50vw - 836px));min-height:52px;
background:var(--surface);border-bottom:1px solid var(--line)}
.brand{color:var(--text);font-weight:650}.brand span{color:var(--muted);font-weight:400}
.top nav{display:flex;flex:1;flex-wrap:wrap;gap:0 4px}
.top nav a{padding:14px 12px;color:var(--muted);border-bottom:3px solid #0000;border-radius:0;font-weight:500}
.top nav .count{margin:0}
.top nav a:hover{color:var(--text)}
.top nav a[aria-current]{color:var(--text);border-color:var(--accent)}
main{max-width:1720px;margin:0 auto;padding:20px 24px 64px}
footer{max-width:1720px;margin:0 auto;padding:0 24px 24px}
.operator{color:var(--muted);max-width:16em}
.head{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 16px;margin-bottom:12px}
.head>a:first-child{flex-basis:100%;font-size:14px}
h1{flex:1;font-size:24px;font-weight:650;line-height:1.25;outline:0}
h2{font-size:16px;font-weight:600}
h2 small{display:inline;margin-inline-start:.6em}
h3{margin-top:12px;font-size:15px;font-weight:600}
.card{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);padding:var(--space);margin-bottom:var(--space)}
.summary{padding:20px}
.sentence{font-size:18px;line-height:1.4;max-width:70ch}
.progress{height:3px;margin:12px 0;border-radius:3px;background:var(--line);overflow:hidden;color:var(--accent)}
.progress i{display:block;height:3px;width:28%;background:currentColor}
.progress.in-progress i{animation:run 2.4s ease-in-out infinite}
.progress.neutral{color:var(--control)}.progress.success{color:var(--success)}.progress.warning{color:var(--warning)}
.progress:is(.neutral,.success,.warning) i{width:100%}
.progress.warning i{background:repeating-linear-gradient(90deg,currentColor 0 14px,#0000 14px 22px)}
@keyframes run{0%{transform:translate(-100%)}100%{transform:translate(360%)}}
.badges{display:flex;flex-wrap:wrap;align-items:center;gap:6px 12px;margin-bottom:12px}
.columns{display:grid;gap:0 var(--space);align-items:start}
.field-row:has(.id){grid-column:1/-1}
.field-list{display:grid;gap:10px 24px;grid-template-columns:repeat(auto-fill,minmax(min(100%,200px),1fr))}
.sign-in{display:grid;place-items:center;min-height:90vh}
.sign-in .card{width:min(100%,400px);padding:24px}
.sign-in .progress{margin:10px 0 18px}
.sign-in .button-primary{width:100%;margin-top:16px}
.payout-card{max-width:640px;padding:20px}
.balances{display:grid;gap:0 var(--space);grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr))}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(min-width:1100px){.columns{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
@media(max-width:900px){.top{gap:0 10px}.top nav a{padding:14px 7px}.brand span{display:none}}
@media(max-width:600px){
.top{position:static;padding:0 12px;gap:0 8px}.brand{padding:0 4px;flex:1}.top nav{order:3;flex-basis:100%}.top nav a{padding:8px 10px}
main{padding:16px 12px 48px}footer{padding-inline:12px}.summary{padding:16px}h1{font-size:21px}.sentence{font-size:16px}}
@media(prefers-reduced-motion){*{animation:none!important}}`

const dark = `
--accent:#9db4ff;--on-accent:#0d1630;--page:#0f1216;--surface:#15181e;--sunken:#1b1f27;--text:#edf0f5;--muted:#a3acba;
--line:#2c323d;--control:#6f7a8c;--success:#5fd39a;--warning:#f2b866;--warning-soft:#2a2216;color-scheme:dark`

/** The widget's colors and sizes; both themes pass WCAG AA. */
export const tokens = `
:root{
--accent:#23439b;--on-accent:#fff;--page:#f6f7f9;--surface:#fff;--sunken:#f2f4f7;--text:#161a22;--muted:#586072;
--line:#e2e5eb;--control:#818a9a;--success:#0b7a4b;--warning:#92560a;--warning-soft:#fdf6ea;color-scheme:light;
--radius:12px;--space:16px;font:15px/1.45 system-ui,sans-serif}
@media(prefers-color-scheme:dark){:root{${dark}}}`

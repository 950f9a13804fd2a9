const dark = `
  --accent: var(--paypane-accent, #9db4ff); --on-accent: var(--paypane-on-accent, #0d1630);
  --surface: var(--paypane-surface, #15181e); --text: var(--paypane-text, #edf0f5); --muted: var(--paypane-muted, #a3acba);
  --line: var(--paypane-line, #2c323d); color-scheme: dark`

/** Every `--paypane-*` property with its default value, besides those of `toneStyles`. Both themes pass WCAG AA. */
export const tokens = `
.widget {
  all: initial; user-select: text;
  --accent: var(--paypane-accent, #23439b); --on-accent: var(--paypane-on-accent, #fff);
  --accent-text: var(--paypane-accent-text, var(--accent));
  --surface: var(--paypane-surface, #fff); --text: var(--paypane-text, #161a22); --muted: var(--paypane-muted, #586072);
  --line: var(--paypane-line, #e2e5eb);
  --tone: var(--accent-text); color-scheme: light;
  --radius: var(--paypane-radius, 12px); --space: var(--paypane-space, 16px); --gap: .5em;
  font: var(--paypane-font-size, max(16px, 1rem))/1.4 var(--paypane-font, system-ui, sans-serif)
}
.widget:lang(ur) { line-height: 2 }
@media (prefers-color-scheme: dark) { .auto { ${dark} } }
.dark { ${dark} }`

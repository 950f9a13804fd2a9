/** A complete id; one click selects it for copying. */
export function Id({ children }: { children: string | null }) {
  return children === null ? <span class="placeholder">–</span> : <code class="id">{children}</code>
}

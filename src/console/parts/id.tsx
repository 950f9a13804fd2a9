/** The name of a thing, whole: one click chooses it for copying. */
export function Id({ children }: { children: string | null }) {
  return children === null ? <span class="placeholder">–</span> : <code class="id">{children}</code>
}

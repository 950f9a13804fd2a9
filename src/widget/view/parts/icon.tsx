/** Lines on a grid of 24 units, in the color of the text. */
const paths = {
  transfer: 'M4 10h16l-8-6zM6 10v7m4-7v7m4-7v7m4-7v7M4 20h16',
  card: 'M3 6h18v12H3zm0 4h18M6 15h4',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

import { defaults, type Settings } from './settings.ts'

/** The custom properties of a brand; the default color needs none. */
export const tokens = ({ accent, radius }: Settings): Record<string, string> => ({
  ...(accent !== defaults.accent && { '--paypane-accent': accent }),
  '--paypane-radius': `${radius}px`,
})

/** Applies the brand's custom properties to an element, replacing the earlier ones. */
export function applyBrand(element: HTMLElement, properties: Record<string, string>): void {
  for (const name of ['--paypane-accent', '--paypane-radius'])
    element.style.setProperty(name, properties[name] ?? null)
}

/** The custom properties as CSS for a merchant's style sheet. */
export function tokensCss(settings: Settings): string {
  const lines = Object.entries(tokens(settings)).map(([name, value]) => `  ${name}: ${value};`)
  return `pay-pane {\n${lines.join('\n')}\n}`
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, tokens, tokensCss } from '../../demo/app/brand.ts'
import { defaults } from '../../demo/app/settings.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  .filter((value) => value !== defaults.accent)
const surfaces = { light: '#ffffff', dark: '#15181e' } as const

describe('a brand color', () => {
  test('has enough contrast in both themes, on the surface and below its text', () => {
    fc.assert(
      fc.property(color, fc.constantFrom('light', 'dark'), (accent, theme) => {
        const values = tokens({ ...defaults, accent }, theme)
        const shade = values['--paypane-accent'] ?? ''
        expect(contrast(shade, surfaces[theme])).toBeGreaterThanOrEqual(4.5)
        expect(contrast(shade, values['--paypane-on-accent'] ?? '')).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('with enough contrast is not changed', () => {
    const accent = '#0f6b4f'
    expect(tokens({ ...defaults, accent }, 'light')['--paypane-accent']).toBe(accent)
  })

  test('that is the default is not set', () => {
    expect(tokens(defaults, 'dark')).toEqual({ '--paypane-radius': '12px' })
  })

  test('is written for both themes if the theme is auto, else for one', () => {
    expect(tokensCss(defaults)).toContain('prefers-color-scheme: dark')
    expect(tokensCss({ ...defaults, theme: 'dark' })).not.toContain('prefers-color-scheme')
  })
})

import { describe, expect, test } from 'vitest'
import { tokens, tokensCss } from '../../demo/app/brand.ts'
import { defaults } from '../../demo/app/settings.ts'

describe('a brand color', () => {
  test('is set as it is: the widget derives legible shades', () => {
    expect(tokensCss({ ...defaults, accent: '#ffd400' })).toContain('--paypane-accent: #ffd400;')
  })

  test('that is the default is not set', () => {
    expect(tokens(defaults)).toEqual({ '--paypane-radius': '12px' })
  })
})

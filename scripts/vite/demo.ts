import type { UserConfig } from 'vite'
import { docsSite } from '../../demo/docs/plugin.ts'
import { guardSwitches } from './guards.ts'
import { baseConfig, locales, pathOf } from './project.ts'
import { withoutDescriptions } from './without-descriptions.ts'

/** The demo as a static site; `npm start` serves the same pages with real servers behind them. */
export function demoConfig(): UserConfig {
  return {
    ...baseConfig,
    root: pathOf('demo'),
    base: './',
    // A worker is built apart; while developing it is not.
    plugins: [docsSite(), withoutDescriptions(), { ...guardSwitches(), apply: 'serve' }],
    worker: { format: 'es', plugins: () => [guardSwitches()] },
    define: { __LOCALES__: JSON.stringify(['en', ...locales]) },
    build: {
      outDir: pathOf('demo/dist'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: ['index.html', 'gallery.html', 'break.html'].map((page) => pathOf(`demo/${page}`)),
      },
    },
  }
}

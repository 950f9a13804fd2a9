export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  devtools: { enabled: true },
  telemetry: false,
  app: {
    head: {
      htmlAttrs: { lang: 'en' },
      title: 'Order 1042',
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
})

import { useEffect, useState } from 'preact/hooks'

/** The shop's texts. */
export interface ShopMessages {
  checkout: string
  product: string
  description: string
  payment: string
  delivery: string
  free: string
  total: string
  thanks: string
  confirmed: string
  /** The button after the payment. */
  again: string
}

const english: ShopMessages = {
  checkout: 'Checkout',
  product: 'Weekender bag',
  description: 'Olive canvas, 32 l',
  payment: 'Payment',
  delivery: 'Delivery, Thursday',
  free: 'Free',
  total: 'Total',
  thanks: 'Thank you!',
  confirmed: 'Your order is confirmed.',
  again: 'Continue shopping',
}

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/** The texts of a language; English until they are loaded, and for an unknown language. */
export function useShopMessages(locale: string): ShopMessages {
  const [messages, setMessages] = useState(english)
  useEffect(() => {
    let isCurrent = true
    const [language = ''] = locale.split('-')
    if (language === 'en') setMessages(english)
    else
      void import('./shop-translations.ts').then(({ translations }) => {
        if (isCurrent) setMessages(translations[locale] ?? translations[language] ?? english)
      })
    return () => {
      isCurrent = false
    }
  }, [locale])
  return messages
}

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'

/** The shop's texts in the languages of the widget. Default: English. */
export interface ShopMessages {
  checkout: string
  product: string
  description: string
  payment: string
  delivery: string
  free: string
  total: string
}

const english: ShopMessages = {
  checkout: 'Checkout',
  product: 'Weekender bag',
  description: 'Olive canvas, 32 l',
  payment: 'Payment',
  delivery: 'Delivery, Thursday',
  free: 'Free',
  total: 'Total',
}

const messagesByLocale: Record<string, ShopMessages> = {
  uk: {
    checkout: 'Оформлення',
    product: 'Дорожня сумка',
    description: 'Оливкова парусина, 32 л',
    payment: 'Оплата',
    delivery: 'Доставка, четвер',
    free: 'Безкоштовно',
    total: 'Разом',
  },
  ru: {
    checkout: 'Оформление',
    product: 'Дорожная сумка',
    description: 'Оливковая парусина, 32 л',
    payment: 'Оплата',
    delivery: 'Доставка, четверг',
    free: 'Бесплатно',
    total: 'Итого',
  },
  kk: {
    checkout: 'Рәсімдеу',
    product: 'Жол сөмкесі',
    description: 'Зәйтүн түсті кенеп, 32 л',
    payment: 'Төлем',
    delivery: 'Жеткізу, бейсенбі',
    free: 'Тегін',
    total: 'Барлығы',
  },
  uz: {
    checkout: 'Rasmiylashtirish',
    product: 'Sayohat sumkasi',
    description: 'Zaytun rang kanvas, 32 l',
    payment: 'To‘lov',
    delivery: 'Yetkazish, payshanba',
    free: 'Bepul',
    total: 'Jami',
  },
  az: {
    checkout: 'Sifariş',
    product: 'Səyahət çantası',
    description: 'Zeytun rəngli kətan, 32 l',
    payment: 'Ödəniş',
    delivery: 'Çatdırılma, cümə axşamı',
    free: 'Pulsuz',
    total: 'Cəmi',
  },
  tr: {
    checkout: 'Ödeme',
    product: 'Hafta sonu çantası',
    description: 'Zeytin yeşili kanvas, 32 l',
    payment: 'Ödeme',
    delivery: 'Teslimat, perşembe',
    free: 'Ücretsiz',
    total: 'Toplam',
  },
  ar: {
    checkout: 'إتمام الطلب',
    product: 'حقيبة سفر',
    description: 'قماش زيتوني، 32 لترًا',
    payment: 'الدفع',
    delivery: 'التوصيل، الخميس',
    free: 'مجانًا',
    total: 'الإجمالي',
  },
  fa: {
    checkout: 'تکمیل خرید',
    product: 'کیف سفری',
    description: 'برزنت زیتونی، ۳۲ لیتر',
    payment: 'پرداخت',
    delivery: 'تحویل، پنجشنبه',
    free: 'رایگان',
    total: 'جمع کل',
  },
  ur: {
    checkout: 'آرڈر مکمل کریں',
    product: 'سفری بیگ',
    description: 'زیتونی کینوس، 32 لیٹر',
    payment: 'ادائیگی',
    delivery: 'ترسیل، جمعرات',
    free: 'مفت',
    total: 'کل',
  },
  hi: {
    checkout: 'चेकआउट',
    product: 'यात्रा बैग',
    description: 'जैतूनी कैनवास, 32 ली',
    payment: 'भुगतान',
    delivery: 'डिलीवरी, गुरुवार',
    free: 'मुफ़्त',
    total: 'कुल',
  },
  bn: {
    checkout: 'চেকআউট',
    product: 'ভ্রমণ ব্যাগ',
    description: 'জলপাই রঙের ক্যানভাস, ৩২ লিটার',
    payment: 'পেমেন্ট',
    delivery: 'ডেলিভারি, বৃহস্পতিবার',
    free: 'বিনামূল্যে',
    total: 'মোট',
  },
  id: {
    checkout: 'Checkout',
    product: 'Tas akhir pekan',
    description: 'Kanvas hijau zaitun, 32 l',
    payment: 'Pembayaran',
    delivery: 'Pengiriman, Kamis',
    free: 'Gratis',
    total: 'Total',
  },
  vi: {
    checkout: 'Thanh toán',
    product: 'Túi du lịch',
    description: 'Vải bạt màu ô liu, 32 l',
    payment: 'Thanh toán',
    delivery: 'Giao hàng, thứ Năm',
    free: 'Miễn phí',
    total: 'Tổng cộng',
  },
  th: {
    checkout: 'ชำระเงิน',
    product: 'กระเป๋าเดินทาง',
    description: 'ผ้าใบสีเขียวมะกอก 32 ลิตร',
    payment: 'การชำระเงิน',
    delivery: 'จัดส่ง วันพฤหัสบดี',
    free: 'ฟรี',
    total: 'รวม',
  },
  es: {
    checkout: 'Tu pedido',
    product: 'Bolso de viaje',
    description: 'Lona verde oliva, 32 l',
    payment: 'Pago',
    delivery: 'Entrega, jueves',
    free: 'Gratis',
    total: 'Total',
  },
  'pt-BR': {
    checkout: 'Seu pedido',
    product: 'Bolsa de viagem',
    description: 'Lona verde-oliva, 32 l',
    payment: 'Pagamento',
    delivery: 'Entrega, quinta-feira',
    free: 'Grátis',
    total: 'Total',
  },
  fr: {
    checkout: 'Commande',
    product: 'Sac week-end',
    description: 'Toile olive, 32 l',
    payment: 'Paiement',
    delivery: 'Livraison, jeudi',
    free: 'Offerte',
    total: 'Total',
  },
  de: {
    checkout: 'Kasse',
    product: 'Reisetasche',
    description: 'Canvas in Oliv, 32 l',
    payment: 'Zahlung',
    delivery: 'Lieferung, Donnerstag',
    free: 'Kostenlos',
    total: 'Summe',
  },
  pl: {
    checkout: 'Zamówienie',
    product: 'Torba podróżna',
    description: 'Oliwkowe płótno, 32 l',
    payment: 'Płatność',
    delivery: 'Dostawa, czwartek',
    free: 'Gratis',
    total: 'Razem',
  },
  'zh-CN': {
    checkout: '结算',
    product: '周末旅行包',
    description: '橄榄绿帆布，32 升',
    payment: '付款',
    delivery: '周四送达',
    free: '免运费',
    total: '合计',
  },
}

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

export const shopMessages = (locale: string): ShopMessages =>
  messagesByLocale[locale] ?? messagesByLocale[locale.split('-')[0] ?? ''] ?? english

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'

import { type LocaleTag, localeFor } from '../../widget/i18n/tags.ts'

/** The texts of a refund's page. */
export interface RefundTexts {
  /** With `{amount}`. */
  title: string
  where: string
  send: string
  pending: string
  succeeded: string
  failed: string
  gone: string
}

const texts = (
  title: string,
  where: string,
  send: string,
  pending: string,
  succeeded: string,
  failed: string,
  gone: string,
): RefundTexts => ({ title, where, send, pending, succeeded, failed, gone })

const english = texts(
  'Refund of {amount}',
  'Where should we send the money?',
  'Send it here',
  'Thank you. The money is on its way to you.',
  'The refund has been sent to you.',
  'The refund could not be sent. Please contact the shop.',
  'This link no longer works. Please contact the shop.',
)

const byLocale: Readonly<Record<LocaleTag, RefundTexts>> = {
  ru: texts(
    'Возврат {amount}',
    'Куда отправить деньги?',
    'Отправить сюда',
    'Спасибо. Деньги уже в пути.',
    'Возврат отправлен вам.',
    'Не удалось отправить возврат. Обратитесь в магазин.',
    'Эта ссылка больше не действует. Обратитесь в магазин.',
  ),
  uk: texts(
    'Повернення {amount}',
    'Куди надіслати гроші?',
    'Надіслати сюди',
    'Дякуємо. Гроші вже в дорозі.',
    'Повернення надіслано вам.',
    'Не вдалося надіслати повернення. Зверніться до магазину.',
    'Це посилання більше не діє. Зверніться до магазину.',
  ),
  kk: texts(
    '{amount} қайтару',
    'Ақшаны қайда жіберейік?',
    'Осында жіберу',
    'Рақмет. Ақша жолда.',
    'Қайтарылған ақша сізге жіберілді.',
    'Ақшаны қайтару мүмкін болмады. Дүкенге хабарласыңыз.',
    'Бұл сілтеме енді жұмыс істемейді. Дүкенге хабарласыңыз.',
  ),
  uz: texts(
    '{amount} qaytariladi',
    'Pulni qayerga yuboraylik?',
    'Shu yerga yuborish',
    'Rahmat. Pul yo‘lda.',
    'Qaytarilgan pul sizga yuborildi.',
    'Pulni qaytarib bo‘lmadi. Do‘kon bilan bog‘laning.',
    'Bu havola endi ishlamaydi. Do‘kon bilan bog‘laning.',
  ),
  az: texts(
    '{amount} geri qaytarılır',
    'Pulu hara göndərək?',
    'Bura göndər',
    'Təşəkkür edirik. Pul yoldadır.',
    'Geri qaytarılan məbləğ sizə göndərildi.',
    'Pulu qaytarmaq mümkün olmadı. Mağaza ilə əlaqə saxlayın.',
    'Bu keçid artıq işləmir. Mağaza ilə əlaqə saxlayın.',
  ),
  tr: texts(
    '{amount} iade',
    'Parayı nereye gönderelim?',
    'Buraya gönder',
    'Teşekkürler. Para yolda.',
    'İade size gönderildi.',
    'İade gönderilemedi. Lütfen mağazayla iletişime geçin.',
    'Bu bağlantı artık geçerli değil. Lütfen mağazayla iletişime geçin.',
  ),
  ar: texts(
    'استرداد {amount}',
    'إلى أين نرسل المبلغ؟',
    'أرسل إلى هنا',
    'شكرًا لك. المبلغ في الطريق إليك.',
    'تم إرسال المبلغ المسترد إليك.',
    'تعذّر إرسال المبلغ المسترد. يُرجى التواصل مع المتجر.',
    'لم يعد هذا الرابط صالحًا. يُرجى التواصل مع المتجر.',
  ),
  fa: texts(
    'بازگشت {amount}',
    'پول را به کجا بفرستیم؟',
    'به اینجا بفرستید',
    'متشکریم. پول در راه است.',
    'مبلغ بازگشتی برای شما ارسال شد.',
    'ارسال مبلغ بازگشتی ممکن نشد. لطفاً با فروشگاه تماس بگیرید.',
    'این پیوند دیگر معتبر نیست. لطفاً با فروشگاه تماس بگیرید.',
  ),
  hi: texts(
    '{amount} की वापसी',
    'पैसे कहाँ भेजें?',
    'यहाँ भेजें',
    'धन्यवाद। पैसे आपको भेजे जा रहे हैं।',
    'वापसी की रकम आपको भेज दी गई है।',
    'वापसी नहीं भेजी जा सकी। कृपया दुकान से संपर्क करें।',
    'यह लिंक अब काम नहीं करता। कृपया दुकान से संपर्क करें।',
  ),
  bn: texts(
    '{amount} ফেরত',
    'টাকা কোথায় পাঠাব?',
    'এখানে পাঠান',
    'ধন্যবাদ। টাকা পাঠানো হচ্ছে।',
    'ফেরতের টাকা আপনাকে পাঠানো হয়েছে।',
    'টাকা ফেরত পাঠানো যায়নি। দোকানের সঙ্গে যোগাযোগ করুন।',
    'এই লিঙ্কটি আর কাজ করে না। দোকানের সঙ্গে যোগাযোগ করুন।',
  ),
  ur: texts(
    '{amount} کی واپسی',
    'رقم کہاں بھیجیں؟',
    'یہاں بھیجیں',
    'شکریہ۔ رقم آپ کو بھیجی جا رہی ہے۔',
    'واپسی کی رقم آپ کو بھیج دی گئی ہے۔',
    'رقم واپس نہیں بھیجی جا سکی۔ براہِ کرم دکان سے رابطہ کریں۔',
    'یہ لنک اب کام نہیں کرتا۔ براہِ کرم دکان سے رابطہ کریں۔',
  ),
  id: texts(
    'Pengembalian {amount}',
    'Ke mana uangnya kami kirim?',
    'Kirim ke sini',
    'Terima kasih. Uang sedang dikirim.',
    'Pengembalian dana sudah dikirim kepada Anda.',
    'Pengembalian dana gagal dikirim. Hubungi toko.',
    'Tautan ini tidak berlaku lagi. Hubungi toko.',
  ),
  vi: texts(
    'Hoàn lại {amount}',
    'Chúng tôi nên gửi tiền đến đâu?',
    'Gửi đến đây',
    'Cảm ơn bạn. Tiền đang được chuyển.',
    'Tiền hoàn đã được gửi cho bạn.',
    'Không gửi được tiền hoàn. Vui lòng liên hệ cửa hàng.',
    'Liên kết này không còn hiệu lực. Vui lòng liên hệ cửa hàng.',
  ),
  th: texts(
    'คืนเงิน {amount}',
    'ให้เราส่งเงินไปที่ไหน',
    'ส่งมาที่นี่',
    'ขอบคุณ เรากำลังส่งเงินให้คุณ',
    'ส่งเงินคืนให้คุณแล้ว',
    'ส่งเงินคืนไม่สำเร็จ โปรดติดต่อร้านค้า',
    'ลิงก์นี้ใช้ไม่ได้แล้ว โปรดติดต่อร้านค้า',
  ),
  es: texts(
    'Reembolso de {amount}',
    '¿Adónde enviamos el dinero?',
    'Enviar aquí',
    'Gracias. El dinero está en camino.',
    'El reembolso se te ha enviado.',
    'No se pudo enviar el reembolso. Contacta con la tienda.',
    'Este enlace ya no es válido. Contacta con la tienda.',
  ),
  'pt-BR': texts(
    'Reembolso de {amount}',
    'Para onde enviamos o dinheiro?',
    'Enviar para cá',
    'Obrigado. O dinheiro está a caminho.',
    'O reembolso foi enviado para você.',
    'Não foi possível enviar o reembolso. Fale com a loja.',
    'Este link não é mais válido. Fale com a loja.',
  ),
  fr: texts(
    'Remboursement de {amount}',
    'Où devons-nous envoyer l’argent ?',
    'Envoyer ici',
    'Merci. L’argent est en route.',
    'Le remboursement vous a été envoyé.',
    'Le remboursement n’a pas pu être envoyé. Contactez la boutique.',
    'Ce lien n’est plus valable. Contactez la boutique.',
  ),
  de: texts(
    'Rückzahlung von {amount}',
    'Wohin sollen wir das Geld senden?',
    'Hierhin senden',
    'Danke. Das Geld ist unterwegs.',
    'Die Rückzahlung wurde an Sie gesendet.',
    'Die Rückzahlung konnte nicht gesendet werden. Bitte wenden Sie sich an den Shop.',
    'Dieser Link ist nicht mehr gültig. Bitte wenden Sie sich an den Shop.',
  ),
  pl: texts(
    'Zwrot {amount}',
    'Dokąd wysłać pieniądze?',
    'Wyślij tutaj',
    'Dziękujemy. Pieniądze są w drodze.',
    'Zwrot został do Ciebie wysłany.',
    'Nie udało się wysłać zwrotu. Skontaktuj się ze sklepem.',
    'Ten link już nie działa. Skontaktuj się ze sklepem.',
  ),
  'zh-CN': texts(
    '退款 {amount}',
    '请告诉我们退款收款方式',
    '发送到这里',
    '谢谢。款项正在发送给您。',
    '退款已发送给您。',
    '退款发送失败，请联系商店。',
    '此链接已失效，请联系商店。',
  ),
}

/** In English where the language has none. */
export function refundTexts(locale: string): RefundTexts {
  const tag = localeFor(locale)
  return tag === null ? english : byLocale[tag]
}

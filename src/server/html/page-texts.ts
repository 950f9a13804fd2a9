import { type LocaleTag, localeFor } from '../../widget/i18n/tags.ts'

/** The phrases of the hosted page that the widget does not have. */
interface PageTexts {
  received: string
  date: string
  reference: string
  /** A button: prints the receipt, or saves it as a file. */
  print: string
  /** Before a time. */
  payUntil: string
  /** A link: loads the page again. */
  checkAgain: string
  /** A link: the page does not load itself again any more. */
  stopReloading: string
}

const texts = (
  received: string,
  date: string,
  reference: string,
  print: string,
  payUntil: string,
  checkAgain: string,
  stopReloading: string,
): PageTexts => ({ received, date, reference, print, payUntil, checkAgain, stopReloading })

const english = texts(
  'Received',
  'Date',
  'Payment reference',
  'Print or save',
  'Time to pay ends:',
  'Check again',
  'Stop automatic reloading',
)

const byLocale: Readonly<Record<LocaleTag, PageTexts>> = {
  ru: texts(
    'Получено',
    'Дата',
    'Номер платежа',
    'Распечатать или сохранить',
    'Оплатите до:',
    'Проверить ещё раз',
    'Не обновлять автоматически',
  ),
  uk: texts(
    'Отримано',
    'Дата',
    'Номер платежу',
    'Роздрукувати або зберегти',
    'Оплатіть до:',
    'Перевірити ще раз',
    'Не оновлювати автоматично',
  ),
  kk: texts(
    'Алынды',
    'Күні',
    'Төлем нөмірі',
    'Басып шығару немесе сақтау',
    'Төлем уақыты аяқталады:',
    'Қайта тексеру',
    'Автоматты жаңартуды тоқтату',
  ),
  uz: texts(
    'Olindi',
    'Sana',
    'Toʻlov raqami',
    'Chop etish yoki saqlash',
    'Toʻlov vaqti tugaydi:',
    'Qayta tekshirish',
    'Avtomatik yangilashni toʻxtatish',
  ),
  az: texts(
    'Alınıb',
    'Tarix',
    'Ödəniş nömrəsi',
    'Çap et və ya saxla',
    'Ödəniş vaxtı bitir:',
    'Yenidən yoxla',
    'Avtomatik yeniləməni dayandır',
  ),
  tr: texts(
    'Alınan',
    'Tarih',
    'Ödeme referansı',
    'Yazdır veya kaydet',
    'Ödeme süresinin sonu:',
    'Tekrar kontrol et',
    'Otomatik yenilemeyi durdur',
  ),
  ar: texts(
    'المبلغ المستلم',
    'التاريخ',
    'مرجع الدفع',
    'طباعة أو حفظ',
    'ينتهي وقت الدفع:',
    'تحقّق مرة أخرى',
    'إيقاف التحديث التلقائي',
  ),
  fa: texts(
    'دریافت‌شده',
    'تاریخ',
    'شمارهٔ پیگیری',
    'چاپ یا ذخیره',
    'پایان مهلت پرداخت:',
    'بررسی دوباره',
    'توقف به‌روزرسانی خودکار',
  ),
  hi: texts(
    'प्राप्त रकम',
    'तारीख',
    'भुगतान संदर्भ',
    'प्रिंट करें या सहेजें',
    'भुगतान का समय समाप्त होगा:',
    'फिर से जाँचें',
    'अपने आप रीफ़्रेश होना बंद करें',
  ),
  bn: texts(
    'প্রাপ্ত',
    'তারিখ',
    'পেমেন্ট রেফারেন্স',
    'প্রিন্ট বা সংরক্ষণ করুন',
    'পেমেন্টের সময় শেষ হবে:',
    'আবার দেখুন',
    'নিজে নিজে রিফ্রেশ হওয়া বন্ধ করুন',
  ),
  ur: texts(
    'وصول شدہ',
    'تاریخ',
    'ادائیگی کا حوالہ',
    'پرنٹ یا محفوظ کریں',
    'ادائیگی کا وقت ختم ہوگا:',
    'دوبارہ چیک کریں',
    'خودکار ریفریش بند کریں',
  ),
  id: texts(
    'Diterima',
    'Tanggal',
    'Referensi pembayaran',
    'Cetak atau simpan',
    'Batas waktu pembayaran:',
    'Periksa lagi',
    'Hentikan muat ulang otomatis',
  ),
  vi: texts(
    'Đã nhận',
    'Ngày',
    'Mã thanh toán',
    'In hoặc lưu',
    'Hạn thanh toán:',
    'Kiểm tra lại',
    'Dừng tự động tải lại',
  ),
  th: texts(
    'ได้รับแล้ว',
    'วันที่',
    'หมายเลขอ้างอิงการชำระเงิน',
    'พิมพ์หรือบันทึก',
    'ชำระเงินภายในเวลา:',
    'ตรวจสอบอีกครั้ง',
    'หยุดการรีเฟรชอัตโนมัติ',
  ),
  es: texts(
    'Recibido',
    'Fecha',
    'Referencia del pago',
    'Imprimir o guardar',
    'El plazo de pago termina:',
    'Comprobar de nuevo',
    'Detener la actualización automática',
  ),
  'pt-BR': texts(
    'Recebido',
    'Data',
    'Referência do pagamento',
    'Imprimir ou salvar',
    'O prazo para pagar termina:',
    'Verificar novamente',
    'Parar a atualização automática',
  ),
  fr: texts(
    'Reçu',
    'Date',
    'Référence du paiement',
    'Imprimer ou enregistrer',
    'Fin du délai de paiement\u00a0:',
    'Vérifier à nouveau',
    'Arrêter l’actualisation automatique',
  ),
  de: texts(
    'Erhalten',
    'Datum',
    'Zahlungsreferenz',
    'Drucken oder speichern',
    'Ende der Zahlungsfrist:',
    'Erneut prüfen',
    'Nicht mehr automatisch neu laden',
  ),
  pl: texts(
    'Otrzymano',
    'Data',
    'Numer płatności',
    'Drukuj lub zapisz',
    'Koniec czasu na płatność:',
    'Sprawdź ponownie',
    'Zatrzymaj automatyczne odświeżanie',
  ),
  'zh-CN': texts('已收到', '日期', '付款编号', '打印或保存', '付款截止时间：', '再次查看', '停止自动刷新'),
}

/** In English where the language has none. */
export function pageTexts(language: string): PageTexts {
  const tag = localeFor(language)
  return tag === null ? english : byLocale[tag]
}

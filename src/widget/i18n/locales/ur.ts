import type { Messages } from '../messages.ts'

/** Amounts and the order are isolated: after Urdu letters the parts of `1042-7` would change places. */
export const messages: Messages = {
  order: 'آرڈر \u2068{order}\u2069',
  loading: 'ادائیگی لوڈ ہو رہی ہے',

  choose: 'آپ ادائیگی کیسے کرنا چاہتے ہیں؟',
  methodTransfer: 'بینک ٹرانسفر',
  methodTransferHint: 'اپنی بینکنگ ایپ سے رقم بھیجیں',
  methodForm: 'کارڈ',
  methodFormHint: 'محفوظ ادائیگی کے صفحے پر',
  deleteCard: 'ہٹائیں',
  deleteCardConfirm: 'واقعی ہٹائیں؟',
  actionFailed: 'ایسا نہیں ہو سکا۔ براہِ کرم دوبارہ کوشش کریں۔',
  deleteCardLabel: 'کارڈ {card} ہٹائیں',

  preparing: 'آپ کی ادائیگی تیار ہو رہی ہے',

  transfer: 'بالکل یہی رقم منتقل کریں',
  transferHint: 'مختلف رقم کی شناخت شاید نہ ہو سکے۔',
  card: 'کارڈ نمبر',
  phone: 'فون نمبر',
  iban: 'IBAN نمبر',
  accountNumber: 'اکاؤنٹ نمبر',
  recipient: 'وصول کنندہ',
  bank: 'بینک',
  scheme: 'ادائیگی کا نظام',
  amount: 'رقم',
  orderReference: 'آرڈر نمبر',
  details: 'ادائیگی کی تفصیلات',
  reportSent: 'میں نے ادائیگی کر دی ہے',

  qr: 'کیو آر کوڈ',
  qrUnreadable: 'کیو آر کوڈ نہیں دکھایا جا سکا۔',
  saveQr: 'محفوظ کریں',
  shareQr: 'شیئر کریں',

  checking: 'آپ کی ٹرانسفر چیک کی جا رہی ہے',
  checkingHint: 'رقم پہنچتے ہی یہاں نظر آئے گی۔',

  redirect: 'ادائیگی کے صفحے پر جاری رکھیں',
  redirectButton: 'جاری رکھیں',
  returned: 'نتیجے کا انتظار ہے',
  returnedHint: 'اگر آپ نے ادائیگی مکمل نہیں کی تو اسے جاری رکھ سکتے ہیں۔',

  pending: 'تصدیق کا انتظار ہے',
  pendingHint: 'نتیجہ یہاں نظر آئے گا۔',

  succeeded: 'ادائیگی ہو گئی',
  succeededHint: 'ہمیں \u2068{amount}\u2069 موصول ہو گئے۔',
  succeededOtherAmount: 'ہمیں \u2068{paid}\u2069 موصول ہوئے۔ آرڈر کی رقم \u2068{amount}\u2069 تھی۔',
  succeededLate: 'ادائیگی آخرکار پہنچ گئی۔ اب مزید کچھ ادا نہیں کرنا۔',

  failedTransfer: 'ہمیں یہ ادائیگی موصول نہیں ہوئی',
  failed: 'ادائیگی نہیں ہو سکی',
  doNotSendAgain: 'اگر آپ رقم پہلے ہی بھیج چکے ہیں تو دوبارہ نہ بھیجیں۔',
  contact: 'اسٹور سے رابطہ کریں اور یہ آرڈر نمبر بتائیں۔',
  stillChecking: 'ہم مسلسل چیک کر رہے ہیں۔ ادائیگی پہنچی تو یہاں نظر آئے گی۔',
  tryAgain: 'دوبارہ کوشش کریں',
  back: 'واپس',

  reasonTechnical: 'تکنیکی مسئلہ ہے۔ براہِ کرم چند منٹ بعد دوبارہ کوشش کریں۔',
  reasonAuthorization: 'آپ کے بینک نے ادائیگی کی تصدیق نہیں کی۔ دوبارہ کوشش کریں یا دوسرا کارڈ استعمال کریں۔',
  reasonDeclined: 'ادائیگی مسترد ہو گئی۔ براہِ کرم کوئی اور طریقہ آزمائیں۔',
  reasonUser: 'ادائیگی منسوخ ہوئی یا مکمل نہیں ہوئی۔',
  reasonIssuer: 'آپ کے بینک نے کارڈ مسترد کر دیا۔ دوسرا کارڈ استعمال کریں یا بینک سے رابطہ کریں۔',
  reasonFunds: 'کارڈ میں رقم ناکافی ہے۔ براہِ کرم دوسرا کارڈ استعمال کریں۔',

  expired: 'ادائیگی کا وقت ختم ہو گیا',

  notFound: 'یہ ادائیگی نہیں ملی',
  notFoundHint: 'براہِ کرم ادائیگی اسٹور سے دوبارہ کھولیں۔ اگر آپ ادائیگی کر چکے ہیں تو دوبارہ ادا نہ کریں۔',
  orderExpired: 'اس ادائیگی کے لنک کی میعاد ختم ہو گئی ہے',
  attemptsLimit: 'اس آرڈر کے لیے بہت زیادہ کوششیں ہو چکی ہیں۔ اسٹور سے رابطہ کریں۔',
  amountChanged: 'آرڈر کی رقم بدل گئی ہے',
  unavailable: 'ادائیگی ابھی دستیاب نہیں',
  unavailableHint: 'براہِ کرم چند منٹ بعد دوبارہ کوشش کریں یا اسٹور سے رابطہ کریں۔',

  connectionLost: 'رابطہ منقطع ہو گیا۔ چیک کرنا جاری ہے…',
  connectionRestored: 'رابطہ بحال ہو گیا۔',

  copy: 'کاپی کریں',
  copied: 'کاپی ہو گیا',
  copyField: 'کاپی کریں: {field}',
  copiedField: 'کاپی ہو گیا: {field}',
  copyFailed: 'کاپی نہیں ہو سکا۔ متن منتخب ہے: براہِ کرم خود کاپی کریں۔',

  daysLeft: { one: '{count} دن', other: '{count} دن' },
  minutesLeftAnnouncement: {
    one: 'ادائیگی کے لیے {count} منٹ باقی ہے',
    other: 'ادائیگی کے لیے {count} منٹ باقی ہیں',
  },
  secondsLeftAnnouncement: {
    one: 'ادائیگی کے لیے {count} سیکنڈ باقی ہے',
    other: 'ادائیگی کے لیے {count} سیکنڈ باقی ہیں',
  },

  openBankApp: 'بینکنگ ایپ میں کھولیں',
  payerFields: 'آپ کی معلومات',
  fieldBank: 'آپ کا بینک',
  fieldPayerId: 'آپ کا کسٹمر نمبر',
  fieldCard: 'آپ کا کارڈ نمبر',
  fieldEmail: 'ای میل',
  fieldFirstName: 'نام',
  fieldLastName: 'خاندانی نام',
  fieldFullName: 'پورا نام',
  fieldOptional: '(اختیاری)',
  fieldRequired: 'براہِ کرم یہ خانہ پُر کریں۔',
  fieldChoose: 'براہِ کرم ایک منتخب کریں۔',
  fieldNotEmail: 'براہِ کرم ای میل پتا درج کریں۔',
  fieldNotPhone: 'براہِ کرم ملک کے کوڈ کے ساتھ فون نمبر درج کریں۔',
  fieldNotDigits: 'براہِ کرم صرف ہندسے درج کریں۔',
  fieldNotIban: 'براہِ کرم IBAN نمبر جانچیں: اس میں غلطی ہے۔',
  fieldNotValid: 'براہِ کرم یہ خانہ جانچیں: اس میں غلطی ہے۔',
  fieldTooLong: 'یہ بہت لمبا ہے۔',
  fieldRefused: 'یہ قبول نہیں ہوا۔ براہِ کرم جانچ لیں۔',
}

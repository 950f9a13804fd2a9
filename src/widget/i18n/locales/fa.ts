import type { Messages } from '../messages.ts'

/** Amounts and the order are isolated: after Persian letters the parts of `1042-7` would change places. */
export const messages: Messages = {
  order: 'سفارش \u2068{order}\u2069',
  loading: 'در حال بارگذاری پرداخت',

  choose: 'چگونه پرداخت می‌کنید؟',
  methodTransfer: 'انتقال بانکی',
  methodTransferHint: 'از برنامهٔ بانک خود واریز کنید',
  methodForm: 'کارت بانکی',
  methodFormHint: 'در صفحهٔ پرداخت امن',
  deleteCard: 'حذف',
  deleteCardConfirm: 'حذف شود؟',
  actionFailed: 'انجام نشد. لطفاً دوباره تلاش کنید.',
  deleteCardLabel: 'حذف کارت {card}',

  preparing: 'پرداخت شما در حال آماده‌سازی است',

  transfer: 'دقیقاً همین مبلغ را واریز کنید',
  transferHint: 'مبلغ دیگر ممکن است شناسایی نشود.',
  card: 'شماره کارت',
  phone: 'شماره تلفن',
  iban: 'شماره شبا',
  accountNumber: 'شماره حساب',
  recipient: 'گیرنده',
  bank: 'بانک',
  scheme: 'سامانهٔ پرداخت',
  amount: 'مبلغ',
  orderReference: 'شماره سفارش',
  details: 'اطلاعات پرداخت',
  reportSent: 'واریز کردم',

  qr: 'کد QR',
  qrUnreadable: 'نمایش کد QR ممکن نیست.',
  saveQr: 'ذخیره',
  shareQr: 'اشتراک‌گذاری',

  checking: 'در حال بررسی واریز شما',
  checkingHint: 'به‌محض رسیدن، اینجا نشان می‌دهیم.',

  redirect: 'ادامه در صفحهٔ پرداخت',
  redirectButton: 'ادامه',
  returned: 'در انتظار نتیجه',
  returnedHint: 'اگر پرداخت را کامل نکرده‌اید، می‌توانید ادامه دهید.',

  pending: 'در انتظار تأیید',
  pendingHint: 'نتیجه همین‌جا نشان داده می‌شود.',

  succeeded: 'پرداخت شد',
  succeededHint: '\u2068{amount}\u2069 دریافت کردیم.',
  succeededOtherAmount: '\u2068{paid}\u2069 دریافت کردیم. مبلغ سفارش \u2068{amount}\u2069 بود.',
  succeededLate: 'پرداخت شما سرانجام رسید. دیگر لازم نیست چیزی بپردازید.',

  failedTransfer: 'این پرداخت به ما نرسیده است',
  failed: 'پرداخت انجام نشد',
  doNotSendAgain: 'اگر پول را فرستاده‌اید، دوباره نفرستید.',
  contact: 'با فروشگاه تماس بگیرید و این شماره سفارش را بگویید.',
  stillChecking: 'همچنان بررسی می‌کنیم. اگر پرداخت برسد، همین‌جا نشان داده می‌شود.',
  tryAgain: 'تلاش دوباره',
  back: 'بازگشت',

  reasonTechnical: 'مشکل فنی. لطفاً چند دقیقهٔ دیگر دوباره تلاش کنید.',
  reasonAuthorization: 'بانک شما پرداخت را تأیید نکرد. دوباره تلاش کنید یا از کارت دیگری استفاده کنید.',
  reasonDeclined: 'پرداخت رد شد. لطفاً روش پرداخت دیگری را امتحان کنید.',
  reasonUser: 'پرداخت لغو شد یا ناتمام ماند.',
  reasonIssuer: 'بانک شما کارت را نپذیرفت. از کارت دیگری استفاده کنید یا از بانک بپرسید.',
  reasonFunds: 'موجودی کارت کافی نیست. لطفاً از کارت دیگری استفاده کنید.',

  expired: 'مهلت پرداخت تمام شد',

  notFound: 'این پرداخت پیدا نشد',
  notFoundHint: 'لطفاً پرداخت را دوباره از فروشگاه باز کنید. اگر پرداخت کرده‌اید، دوباره نپردازید.',
  orderExpired: 'این پیوند پرداخت منقضی شده است',
  attemptsLimit: 'تعداد تلاش‌ها برای پرداخت این سفارش بیش از حد مجاز است. با فروشگاه تماس بگیرید.',
  amountChanged: 'مبلغ سفارش تغییر کرده است',
  unavailable: 'پرداخت در حال حاضر ممکن نیست',
  unavailableHint: 'لطفاً چند دقیقهٔ دیگر دوباره تلاش کنید یا با فروشگاه تماس بگیرید.',

  connectionLost: 'اتصال قطع شد. همچنان بررسی می‌کنیم…',
  connectionRestored: 'اتصال دوباره برقرار شد.',

  copy: 'کپی',
  copied: 'کپی شد',
  copyField: 'کپی: {field}',
  copiedField: 'کپی شد: {field}',
  copyFailed: 'کپی نشد. متن انتخاب شده است: لطفاً خودتان آن را کپی کنید.',

  daysLeft: { one: '{count} روز', other: '{count} روز' },
  minutesLeftAnnouncement: {
    one: '{count} دقیقه برای پرداخت باقی است',
    other: '{count} دقیقه برای پرداخت باقی است',
  },
  secondsLeftAnnouncement: {
    one: '{count} ثانیه برای پرداخت باقی است',
    other: '{count} ثانیه برای پرداخت باقی است',
  },

  openBankApp: 'باز کردن در برنامهٔ بانک',
  payerFields: 'اطلاعات شما',
  fieldBank: 'بانک شما',
  fieldPayerId: 'شماره مشتری شما',
  fieldCard: 'شماره کارت شما',
  fieldEmail: 'ایمیل',
  fieldFirstName: 'نام',
  fieldLastName: 'نام خانوادگی',
  fieldFullName: 'نام کامل',
  fieldOptional: '(اختیاری)',
  fieldRequired: 'لطفاً این بخش را پر کنید.',
  fieldChoose: 'لطفاً یکی را انتخاب کنید.',
  fieldNotEmail: 'لطفاً نشانی ایمیل را وارد کنید.',
  fieldNotPhone: 'لطفاً شماره تلفن را با کد کشور وارد کنید.',
  fieldNotDigits: 'لطفاً فقط رقم وارد کنید.',
  fieldNotIban: 'لطفاً شماره شبا را بررسی کنید: اشتباهی دارد.',
  fieldNotValid: 'لطفاً این بخش را بررسی کنید: اشتباهی دارد.',
  fieldTooLong: 'بیش از حد طولانی است.',
  fieldRefused: 'پذیرفته نشد. لطفاً آن را بررسی کنید.',
}

import type { Messages } from '../messages.ts'

/** Amounts and the order are isolated: after Arabic letters the parts of `1042-7` would change places. */
export const messages: Messages = {
  order: 'الطلب \u2068{order}\u2069',
  loading: 'جارٍ تحميل الدفعة',

  choose: 'كيف تودّ الدفع؟',
  methodTransfer: 'تحويل بنكي',
  methodTransferHint: 'أرسل المبلغ من تطبيق البنك',
  methodForm: 'بطاقة',
  methodFormHint: 'في صفحة دفع آمنة',
  deleteCard: 'حذف',
  deleteCardConfirm: 'تأكيد الحذف؟',
  actionFailed: 'لم ينجح ذلك. يُرجى المحاولة مرة أخرى.',
  deleteCardLabel: 'حذف البطاقة {card}',

  preparing: 'جارٍ تجهيز عملية الدفع',

  transfer: 'حوِّل هذا المبلغ بالضبط',
  transferHint: 'قد لا نتعرّف على أي مبلغ آخر.',
  card: 'رقم البطاقة',
  phone: 'رقم الهاتف',
  iban: 'رقم الآيبان',
  accountNumber: 'رقم الحساب',
  recipient: 'المستفيد',
  bank: 'البنك',
  scheme: 'نظام الدفع',
  amount: 'المبلغ',
  orderReference: 'رقم الطلب',
  details: 'بيانات الدفع',
  reportSent: 'لقد دفعت',

  qr: 'رمز QR',
  qrUnreadable: 'تعذّر عرض رمز QR.',
  saveQr: 'حفظ',
  shareQr: 'مشاركة',

  checking: 'جارٍ التحقق من تحويلك',
  checkingHint: 'سيظهر هنا فور وصوله.',

  redirect: 'المتابعة في صفحة الدفع',
  redirectButton: 'متابعة',
  returned: 'في انتظار النتيجة',
  returnedHint: 'إذا لم تكمل الدفع، فيمكنك متابعته.',

  pending: 'في انتظار التأكيد',
  pendingHint: 'ستظهر النتيجة هنا.',

  succeeded: 'تم الدفع',
  succeededHint: 'استلمنا \u2068{amount}\u2069 بنجاح.',
  succeededOtherAmount: 'استلمنا \u2068{paid}\u2069 بدلًا من \u2068{amount}\u2069 المطلوبة.',
  succeededLate: 'وصلت الدفعة في النهاية. لا يلزم دفع أي مبلغ آخر.',

  failedTransfer: 'لم تصلنا هذه الدفعة',
  failed: 'لم تنجح عملية الدفع',
  doNotSendAgain: 'إذا كنت قد أرسلت المبلغ، فلا ترسله مرة أخرى.',
  contact: 'تواصل مع المتجر واذكر رقم الطلب هذا.',
  stillChecking: 'ما زلنا نتحقق. إذا وصلت الدفعة، فستظهر هنا.',
  tryAgain: 'إعادة المحاولة',
  back: 'رجوع',

  reasonTechnical: 'مشكلة تقنية. يُرجى المحاولة مرة أخرى بعد بضع دقائق.',
  reasonAuthorization: 'لم يؤكد البنك عملية الدفع. يُرجى المحاولة مرة أخرى أو استخدام بطاقة أخرى.',
  reasonDeclined: 'رُفضت عملية الدفع. يُرجى تجربة طريقة دفع أخرى.',
  reasonUser: 'أُلغيت عملية الدفع أو لم تكتمل.',
  reasonIssuer: 'رفض البنك البطاقة. يُرجى استخدام بطاقة أخرى أو مراجعة البنك.',
  reasonFunds: 'رصيد البطاقة غير كافٍ. يُرجى استخدام بطاقة أخرى.',

  expired: 'انتهى الوقت المحدد للدفع',

  notFound: 'لم نعثر على هذه الدفعة',
  notFoundHint: 'يُرجى فتح الدفعة من المتجر مرة أخرى. إذا كنت قد دفعت، فلا تدفع مرة أخرى.',
  orderExpired: 'انتهت صلاحية رابط الدفع هذا',
  attemptsLimit: 'عدد محاولات الدفع لهذا الطلب كبير جدًا. تواصل مع المتجر.',
  amountChanged: 'تغيّر مبلغ الطلب',
  unavailable: 'الدفع غير متاح حاليًا',
  unavailableHint: 'يُرجى المحاولة مرة أخرى بعد بضع دقائق أو التواصل مع المتجر.',

  connectionLost: 'انقطع الاتصال. ما زلنا نتحقق…',
  connectionRestored: 'عاد الاتصال.',

  copy: 'نسخ',
  copied: 'تم النسخ',
  copyField: 'نسخ: {field}',
  copiedField: 'تم نسخ: {field}',
  copyFailed: 'تعذّر النسخ. النص محدَّد: يُرجى نسخه يدويًا.',

  daysLeft: {
    zero: '{count} يوم',
    one: 'يوم واحد',
    two: 'يومان',
    few: '{count} أيام',
    many: '{count} يومًا',
    other: '{count} يوم',
  },
  minutesLeftAnnouncement: {
    zero: 'بقيت {count} دقيقة للدفع',
    one: 'بقيت دقيقة واحدة للدفع',
    two: 'بقيت دقيقتان للدفع',
    few: 'بقيت {count} دقائق للدفع',
    many: 'بقيت {count} دقيقة للدفع',
    other: 'بقيت {count} دقيقة للدفع',
  },
  secondsLeftAnnouncement: {
    zero: 'بقيت {count} ثانية للدفع',
    one: 'بقيت ثانية واحدة للدفع',
    two: 'بقيت ثانيتان للدفع',
    few: 'بقيت {count} ثوانٍ للدفع',
    many: 'بقيت {count} ثانية للدفع',
    other: 'بقيت {count} ثانية للدفع',
  },

  openBankApp: 'فتح في تطبيق البنك',
}

import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Buyurtma {order}',
  loading: 'Toʻlov yuklanmoqda',

  choose: 'Qanday toʻlamoqchisiz?',
  methodTransfer: 'Bank oʻtkazmasi',
  methodTransferHint: 'Bankingiz ilovasi orqali oʻtkazing',
  methodForm: 'Karta',
  methodFormHint: 'Himoyalangan toʻlov sahifasida',
  deleteCard: 'Oʻchirish',
  deleteCardConfirm: 'Oʻchirilsinmi?',
  actionFailed: 'Amalga oshmadi. Qayta urinib koʻring.',
  deleteCardLabel: '{card} kartasini oʻchirish',

  preparing: 'Toʻlovingiz tayyorlanmoqda',

  transfer: 'Aynan shu summani oʻtkazing',
  transferHint: 'Boshqa summa tanilmasligi mumkin.',
  card: 'Karta raqami',
  phone: 'Telefon raqami',
  iban: 'IBAN',
  accountNumber: 'Hisob raqami',
  recipient: 'Qabul qiluvchi',
  bank: 'Bank',
  scheme: 'Toʻlov tizimi',
  amount: 'Summa',
  orderReference: 'Buyurtma raqami',
  details: 'Toʻlov rekvizitlari',
  reportSent: 'Men toʻladim',

  qr: 'QR-kod',
  qrUnreadable: 'QR-kodni koʻrsatib boʻlmadi.',
  saveQr: 'Saqlash',
  shareQr: 'Ulashish',

  checking: 'Oʻtkazmangiz tekshirilmoqda',
  checkingHint: 'Pul kelib tushishi bilan shu yerda koʻrinadi.',

  redirect: 'Toʻlov sahifasida davom etish',
  redirectButton: 'Davom etish',
  returned: 'Natija kutilmoqda',
  returnedHint: 'Toʻlovni yakunlamagan boʻlsangiz, uni davom ettirishingiz mumkin.',

  pending: 'Tasdiqlash kutilmoqda',
  pendingHint: 'Natija shu yerda koʻrinadi.',

  succeeded: 'Toʻlandi',
  succeededHint: '{amount} qabul qilindi.',
  succeededOtherAmount: '{paid} qabul qilindi. Buyurtma summasi: {amount}.',
  succeededLate: 'Toʻlov kechikib boʻlsa ham kelib tushdi. Endi hech narsa toʻlash shart emas.',

  failedTransfer: 'Bu toʻlov bizga kelib tushmadi',
  failed: 'Toʻlov oʻtmadi',
  doNotSendAgain: 'Agar pulni allaqachon yuborgan boʻlsangiz, uni qayta yubormang.',
  contact: 'Doʻkonga murojaat qilib, shu buyurtma raqamini ayting.',
  stillChecking: 'Tekshirishda davom etyapmiz. Toʻlov kelib tushsa, shu yerda koʻrinadi.',
  tryAgain: 'Qayta urinish',
  back: 'Orqaga',

  reasonTechnical: 'Texnik nosozlik. Bir necha daqiqadan soʻng qayta urinib koʻring.',
  reasonAuthorization: 'Bankingiz toʻlovni tasdiqlamadi. Qayta urining yoki boshqa kartadan foydalaning.',
  reasonDeclined: 'Toʻlov rad etildi. Boshqa toʻlov usulini sinab koʻring.',
  reasonUser: 'Toʻlov bekor qilindi yoki yakunlanmadi.',
  reasonIssuer: 'Bankingiz kartani rad etdi. Boshqa kartadan foydalaning yoki bankka murojaat qiling.',
  reasonFunds: 'Kartada mablagʻ yetarli emas. Boshqa kartadan foydalaning.',

  expired: 'Toʻlov vaqti tugadi',

  notFound: 'Bu toʻlov topilmadi',
  notFoundHint: 'Toʻlovni doʻkondan qayta oching. Agar toʻlab boʻlgan boʻlsangiz, qayta toʻlamang.',
  orderExpired: 'Toʻlov havolasining muddati tugagan',
  attemptsLimit: 'Bu buyurtma uchun urinishlar juda koʻp. Doʻkonga murojaat qiling.',
  amountChanged: 'Buyurtma summasi oʻzgardi',
  unavailable: 'Hozir toʻlab boʻlmaydi',
  unavailableHint: 'Bir necha daqiqadan soʻng qayta urining yoki doʻkonga murojaat qiling.',

  connectionLost: 'Aloqa uzildi. Tekshirish davom etmoqda…',
  connectionRestored: 'Aloqa tiklandi.',

  copy: 'Nusxalash',
  copied: 'Nusxalandi',
  copyField: 'Nusxalash: {field}',
  copiedField: 'Nusxalandi: {field}',
  copyFailed: 'Nusxalab boʻlmadi. Matn belgilandi: uni oʻzingiz nusxalang.',

  daysLeft: { one: '{count} kun', other: '{count} kun' },
  minutesLeftAnnouncement: { one: 'Toʻlashga {count} daqiqa qoldi', other: 'Toʻlashga {count} daqiqa qoldi' },
  secondsLeftAnnouncement: { one: 'Toʻlashga {count} soniya qoldi', other: 'Toʻlashga {count} soniya qoldi' },

  openBankApp: 'Bank ilovasida ochish',
}

import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Sifariş {order}',
  loading: 'Ödəniş yüklənir',

  choose: 'Necə ödəmək istəyirsiniz?',
  methodTransfer: 'Bank köçürməsi',
  methodTransferHint: 'Bankınızın tətbiqindən köçürün',
  methodForm: 'Kart',
  methodFormHint: 'Təhlükəsiz ödəniş səhifəsində',
  deleteCard: 'Sil',
  deleteCardConfirm: 'Silinsin?',
  actionFailed: 'Əməliyyat baş tutmadı. Yenidən cəhd edin.',
  deleteCardLabel: '{card} kartını sil',

  preparing: 'Ödənişiniz hazırlanır',

  transfer: 'Məhz bu məbləği köçürün',
  transferHint: 'Başqa məbləğ tanınmaya bilər.',
  card: 'Kart nömrəsi',
  phone: 'Telefon nömrəsi',
  iban: 'IBAN',
  accountNumber: 'Hesab nömrəsi',
  recipient: 'Alan şəxs',
  bank: 'Bank',
  scheme: 'Ödəniş sistemi',
  amount: 'Məbləğ',
  orderReference: 'Sifariş nömrəsi',
  details: 'Ödəniş rekvizitləri',
  reportSent: 'Ödəniş etdim',

  qr: 'QR kod',
  qrUnreadable: 'QR kodu göstərmək mümkün olmadı.',
  saveQr: 'Yadda saxla',
  shareQr: 'Paylaş',

  checking: 'Köçürməniz yoxlanılır',
  checkingHint: 'Daxil olan kimi burada görünəcək.',

  redirect: 'Ödəniş səhifəsində davam edin',
  redirectButton: 'Davam et',
  returned: 'Nəticə gözlənilir',
  returnedHint: 'Ödənişi tamamlamamısınızsa, davam edə bilərsiniz.',

  pending: 'Təsdiq gözlənilir',
  pendingHint: 'Nəticə burada görünəcək.',

  succeeded: 'Ödənildi',
  succeededHint: '{amount} qəbul edildi.',
  succeededOtherAmount: '{paid} qəbul edildi. Sifarişin məbləği {amount} idi.',
  succeededLate: 'Ödəniş gec də olsa daxil oldu. Daha heç nə ödəmək lazım deyil.',

  failedTransfer: 'Bu ödəniş bizə daxil olmayıb',
  failed: 'Ödəniş baş tutmadı',
  doNotSendAgain: 'Pulu artıq göndərmisinizsə, onu yenidən göndərməyin.',
  contact: 'Mağaza ilə əlaqə saxlayın və bu sifariş nömrəsini deyin.',
  stillChecking: 'Yoxlamağa davam edirik. Ödəniş daxil olsa, burada görünəcək.',
  tryAgain: 'Yenidən cəhd et',
  back: 'Geri',

  reasonTechnical: 'Texniki problem. Bir neçə dəqiqədən sonra yenidən cəhd edin.',
  reasonAuthorization: 'Bankınız ödənişi təsdiqləmədi. Yenidən cəhd edin və ya başqa kartdan istifadə edin.',
  reasonDeclined: 'Ödəniş rədd edildi. Başqa ödəniş üsulunu seçin.',
  reasonUser: 'Ödəniş ləğv edildi və ya tamamlanmadı.',
  reasonIssuer: 'Bankınız kartı rədd etdi. Başqa kartdan istifadə edin və ya banka müraciət edin.',
  reasonFunds: 'Kartda kifayət qədər vəsait yoxdur. Başqa kartdan istifadə edin.',

  expired: 'Ödəniş vaxtı bitdi',

  notFound: 'Bu ödəniş tapılmadı',
  notFoundHint: 'Ödənişi mağazadan yenidən açın. Artıq ödəmisinizsə, təkrar ödəməyin.',
  orderExpired: 'Ödəniş linkinin vaxtı bitib',
  attemptsLimit: 'Bu sifariş üçün həddən çox cəhd edilib. Mağaza ilə əlaqə saxlayın.',
  amountChanged: 'Sifarişin məbləği dəyişib',
  unavailable: 'Hazırda ödəniş mümkün deyil',
  unavailableHint: 'Bir neçə dəqiqədən sonra yenidən cəhd edin və ya mağaza ilə əlaqə saxlayın.',

  connectionLost: 'Əlaqə kəsildi. Yoxlama davam edir…',
  connectionRestored: 'Əlaqə bərpa olundu.',

  copy: 'Kopyala',
  copied: 'Kopyalandı',
  copyField: 'Kopyala: {field}',
  copiedField: 'Kopyalandı: {field}',
  copyFailed: 'Kopyalamaq mümkün olmadı. Mətn seçilib: onu özünüz kopyalayın.',

  daysLeft: { one: '{count} gün', other: '{count} gün' },
  minutesLeftAnnouncement: {
    one: 'Ödəniş üçün {count} dəqiqə qalıb',
    other: 'Ödəniş üçün {count} dəqiqə qalıb',
  },
  secondsLeftAnnouncement: {
    one: 'Ödəniş üçün {count} saniyə qalıb',
    other: 'Ödəniş üçün {count} saniyə qalıb',
  },

  openBankApp: 'Bank tətbiqində aç',
}

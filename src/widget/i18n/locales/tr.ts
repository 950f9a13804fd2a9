import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Sipariş {order}',
  loading: 'Ödeme yükleniyor',

  choose: 'Nasıl ödemek istersiniz?',
  methodTransfer: 'Havale / EFT',
  methodTransferHint: 'Banka uygulamanızdan gönderin',
  methodForm: 'Kart',
  methodFormHint: 'Güvenli ödeme sayfasında',
  deleteCard: 'Sil',
  deleteCardConfirm: 'Silinsin mi?',
  actionFailed: 'İşlem yapılamadı. Lütfen tekrar deneyin.',
  deleteCardLabel: '{card} kartını sil',

  preparing: 'Ödemeniz hazırlanıyor',

  transfer: 'Tam olarak bu tutarı gönderin',
  transferHint: 'Farklı bir tutar eşleştirilemeyebilir.',
  card: 'Kart numarası',
  phone: 'Telefon numarası',
  iban: 'IBAN',
  accountNumber: 'Hesap numarası',
  recipient: 'Alıcı',
  bank: 'Banka',
  scheme: 'Ödeme sistemi',
  amount: 'Tutar',
  orderReference: 'Sipariş numarası',
  details: 'Ödeme bilgileri',
  reportSent: 'Ödemeyi yaptım',

  qr: 'QR kod',
  qrUnreadable: 'QR kod gösterilemiyor.',
  saveQr: 'Kaydet',
  shareQr: 'Paylaş',

  checking: 'Transferiniz kontrol ediliyor',
  checkingHint: 'Ulaştığı anda burada göreceksiniz.',

  redirect: 'Ödeme sayfasında devam edin',
  redirectButton: 'Devam et',
  returned: 'Sonuç bekleniyor',
  returnedHint: 'Ödemeyi tamamlamadıysanız kaldığınız yerden devam edebilirsiniz.',

  pending: 'Onay bekleniyor',
  pendingHint: 'Sonuç burada görünecek.',

  succeeded: 'Ödendi',
  succeededHint: '{amount} tarafımıza ulaştı.',
  succeededOtherAmount: '{paid} tarafımıza ulaştı. Sipariş tutarı: {amount}.',
  succeededLate: 'Ödemeniz sonradan ulaştı. Başka bir ödeme yapmanız gerekmiyor.',

  failedTransfer: 'Bu ödeme bize ulaşmadı',
  failed: 'Ödeme gerçekleşmedi',
  doNotSendAgain: 'Parayı zaten gönderdiyseniz tekrar göndermeyin.',
  contact: 'Mağazayla iletişime geçin ve bu sipariş numarasını iletin.',
  stillChecking: 'Kontrol etmeye devam ediyoruz. Ödeme ulaşırsa burada göreceksiniz.',
  tryAgain: 'Tekrar dene',
  back: 'Geri',

  reasonTechnical: 'Teknik bir sorun. Lütfen birkaç dakika sonra tekrar deneyin.',
  reasonAuthorization: 'Bankanız ödemeyi onaylamadı. Tekrar deneyin veya başka bir kart kullanın.',
  reasonDeclined: 'Ödeme reddedildi. Lütfen başka bir ödeme yöntemi deneyin.',
  reasonUser: 'Ödeme iptal edildi veya tamamlanmadı.',
  reasonIssuer: 'Bankanız kartı reddetti. Başka bir kart kullanın veya bankanıza danışın.',
  reasonFunds: 'Kartta yeterli bakiye yok. Lütfen başka bir kart kullanın.',

  expired: 'Ödeme süresi doldu',

  notFound: 'Bu ödeme bulunamadı',
  notFoundHint: 'Lütfen ödemeyi mağazadan yeniden açın. Ödemeyi zaten yaptıysanız tekrar ödemeyin.',
  orderExpired: 'Bu ödeme bağlantısının süresi doldu',
  attemptsLimit: 'Bu sipariş için çok fazla deneme yapıldı. Mağazayla iletişime geçin.',
  amountChanged: 'Sipariş tutarı değişti',
  unavailable: 'Şu anda ödeme yapılamıyor',
  unavailableHint: 'Lütfen birkaç dakika sonra tekrar deneyin veya mağazayla iletişime geçin.',

  connectionLost: 'Bağlantı koptu. Kontrol sürüyor…',
  connectionRestored: 'Bağlantı yeniden kuruldu.',

  copy: 'Kopyala',
  copied: 'Kopyalandı',
  copyField: 'Kopyala: {field}',
  copiedField: 'Kopyalandı: {field}',
  copyFailed: 'Kopyalanamadı. Metin seçildi: lütfen kendiniz kopyalayın.',

  daysLeft: { one: '{count} gün', other: '{count} gün' },
  minutesLeftAnnouncement: {
    one: 'Ödeme için {count} dakika kaldı',
    other: 'Ödeme için {count} dakika kaldı',
  },
  secondsLeftAnnouncement: {
    one: 'Ödeme için {count} saniye kaldı',
    other: 'Ödeme için {count} saniye kaldı',
  },

  openBankApp: 'Banka uygulamasında aç',
}

import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Тапсырыс {order}',
  loading: 'Төлем жүктелуде',

  choose: 'Қалай төлегіңіз келеді?',
  methodTransfer: 'Банк аударымы',
  methodTransferHint: 'Банкіңіздің қосымшасы арқылы',
  methodForm: 'Карта',
  methodFormHint: 'Қорғалған төлем бетінде',
  deleteCard: 'Жою',
  deleteCardConfirm: 'Жою керек пе?',
  actionFailed: 'Орындалмады. Қайталап көріңіз.',
  deleteCardLabel: '{card} картасын жою',

  preparing: 'Төлеміңіз дайындалуда',

  transfer: 'Дәл осы соманы аударыңыз',
  transferHint: 'Басқа сома танылмауы мүмкін.',
  card: 'Карта нөмірі',
  phone: 'Телефон нөмірі',
  iban: 'ЖСК (IBAN)',
  accountNumber: 'Шот нөмірі',
  recipient: 'Алушы',
  bank: 'Банк',
  scheme: 'Төлем жүйесі',
  amount: 'Сома',
  orderReference: 'Тапсырыс нөмірі',
  details: 'Төлем деректемелері',
  reportSent: 'Мен төледім',

  qr: 'QR код',
  qrUnreadable: 'QR кодты көрсету мүмкін болмады.',
  saveQr: 'Сақтау',
  shareQr: 'Бөлісу',

  checking: 'Аударымыңыз тексерілуде',
  checkingHint: 'Ол түскен бойда осында көрінеді.',

  redirect: 'Төлем бетінде жалғастыру',
  redirectButton: 'Жалғастыру',
  returned: 'Нәтиже күтілуде',
  returnedHint: 'Төлемді аяқтамаған болсаңыз, оны жалғастыра аласыз.',

  pending: 'Растау күтілуде',
  pendingHint: 'Нәтиже осында көрінеді.',

  succeeded: 'Төленді',
  succeededHint: 'Біз {amount} алдық.',
  succeededOtherAmount: 'Біз {paid} алдық. Тапсырыс сомасы: {amount}.',
  succeededLate: 'Төлем ақыры түсті. Енді ештеңе төлеудің қажеті жоқ.',

  failedTransfer: 'Бұл төлем бізге түспеді',
  failed: 'Төлем өтпеді',
  doNotSendAgain: 'Ақшаны жіберіп қойған болсаңыз, қайта жібермеңіз.',
  contact: 'Дүкенге хабарласып, осы тапсырыс нөмірін айтыңыз.',
  stillChecking: 'Тексеру жалғасуда. Төлем түссе, осында көрінеді.',
  tryAgain: 'Қайталап көру',
  back: 'Артқа',

  reasonTechnical: 'Техникалық ақау. Бірнеше минуттан кейін қайталап көріңіз.',
  reasonAuthorization: 'Банкіңіз төлемді растамады. Қайталап көріңіз немесе басқа картаны пайдаланыңыз.',
  reasonDeclined: 'Төлем қабылданбады. Басқа төлем тәсілін қолданып көріңіз.',
  reasonUser: 'Төлем тоқтатылды немесе аяқталмады.',
  reasonIssuer: 'Банкіңіз картаны қабылдамады. Басқа картаны пайдаланыңыз немесе банкке хабарласыңыз.',
  reasonFunds: 'Картада қаражат жеткіліксіз. Басқа картаны пайдаланыңыз.',

  expired: 'Төлем уақыты аяқталды',

  notFound: 'Бұл төлем табылмады',
  notFoundHint: 'Төлемді дүкеннен қайта ашыңыз. Төлеп қойған болсаңыз, қайта төлемеңіз.',
  orderExpired: 'Төлем сілтемесінің мерзімі өтіп кетті',
  attemptsLimit: 'Бұл тапсырысты төлеуге тым көп әрекет жасалды. Дүкенге хабарласыңыз.',
  amountChanged: 'Тапсырыс сомасы өзгерді',
  unavailable: 'Қазір төлеу мүмкін емес',
  unavailableHint: 'Бірнеше минуттан кейін қайталап көріңіз немесе дүкенге хабарласыңыз.',

  connectionLost: 'Байланыс үзілді. Тексеру жалғасуда…',
  connectionRestored: 'Байланыс қалпына келді.',

  copy: 'Көшіру',
  copied: 'Көшірілді',
  copyField: 'Көшіру: {field}',
  copiedField: 'Көшірілді: {field}',
  copyFailed: 'Көшіру мүмкін болмады. Мәтін белгіленді: оны өзіңіз көшіріңіз.',

  daysLeft: { one: '{count} күн', other: '{count} күн' },
  minutesLeftAnnouncement: { one: 'Төлеуге {count} минут қалды', other: 'Төлеуге {count} минут қалды' },
  secondsLeftAnnouncement: { one: 'Төлеуге {count} секунд қалды', other: 'Төлеуге {count} секунд қалды' },

  openBankApp: 'Банк қосымшасында ашу',
}

import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Замовлення {order}',
  loading: 'Завантажуємо платіж',

  choose: 'Виберіть спосіб оплати',
  methodTransfer: 'Банківський переказ',
  methodTransferHint: 'У застосунку свого банку',
  methodForm: 'Картка',
  methodFormHint: 'На захищеній сторінці оплати',
  deleteCard: 'Забути',
  deleteCardConfirm: 'Точно забути?',
  actionFailed: 'Не вдалося. Спробуйте ще раз.',
  deleteCardLabel: 'Забути картку {card}',

  preparing: 'Готуємо ваш платіж',

  transfer: 'Перекажіть рівно цю суму',
  transferHint: 'Іншу суму можуть не розпізнати.',
  card: 'Номер картки',
  phone: 'Номер телефону',
  iban: 'IBAN',
  accountNumber: 'Номер рахунку',
  recipient: 'Отримувач',
  bank: 'Банк',
  scheme: 'Платіжна система',
  amount: 'Сума',
  orderReference: 'Номер замовлення',
  details: 'Реквізити для переказу',
  reportSent: 'Я заплатив(-ла)',

  qr: 'QR-код',
  qrUnreadable: 'Не вдалося показати QR-код.',
  saveQr: 'Зберегти',
  shareQr: 'Поділитися',

  checking: 'Перевіряємо переказ',
  checkingHint: 'Він з’явиться тут, щойно надійде.',

  redirect: 'Відкрити сторінку оплати',
  redirectButton: 'Продовжити',
  returned: 'Очікуємо результат',
  returnedHint: 'Якщо ви не завершили оплату, до неї можна повернутися.',

  pending: 'Очікуємо підтвердження',
  pendingHint: 'Результат з’явиться тут.',

  succeeded: 'Оплачено',
  succeededHint: 'Платіж на {amount} отримано.',
  succeededOtherAmount: 'Ми отримали {paid} замість {amount} за замовленням.',
  succeededLate: 'Платіж усе-таки надійшов. Більше нічого платити не треба.',

  failedTransfer: 'Ми не отримали платіж',
  failed: 'Оплата не пройшла',
  doNotSendAgain: 'Якщо ви вже надіслали гроші, не надсилайте їх удруге.',
  contact: 'Зверніться до магазину й назвіть цей номер замовлення.',
  stillChecking: 'Ми й далі перевіряємо. Якщо платіж надійде, він з’явиться тут.',
  tryAgain: 'Спробувати ще раз',
  back: 'Назад',

  reasonTechnical: 'Технічна помилка. Спробуйте ще раз за кілька хвилин.',
  reasonAuthorization: 'Ваш банк не підтвердив платіж. Спробуйте ще раз або скористайтеся іншою карткою.',
  reasonDeclined: 'Платіж відхилено. Спробуйте інший спосіб оплати.',
  reasonUser: 'Оплату скасовано або не завершено.',
  reasonIssuer: 'Ваш банк відхилив картку. Скористайтеся іншою карткою або зверніться до банку.',
  reasonFunds: 'На картці недостатньо грошей. Скористайтеся іншою карткою.',

  expired: 'Час на оплату вийшов',

  notFound: 'Платіж не знайдено',
  notFoundHint: 'Відкрийте платіж ще раз із магазину. Якщо ви вже заплатили, не платіть удруге.',
  orderExpired: 'Термін дії посилання на оплату минув',
  attemptsLimit: 'Забагато спроб оплати цього замовлення. Зверніться до магазину.',
  amountChanged: 'Сума замовлення змінилася',
  unavailable: 'Оплата зараз недоступна',
  unavailableHint: 'Спробуйте за кілька хвилин або зверніться до магазину.',

  connectionLost: 'Немає зв’язку. Перевіряємо далі…',
  connectionRestored: 'Зв’язок відновлено.',

  copy: 'Копіювати',
  copied: 'Скопійовано',
  copyField: 'Копіювати: {field}',
  copiedField: 'Скопійовано: {field}',
  copyFailed: 'Не вдалося скопіювати. Текст виділено: скопіюйте його вручну.',

  daysLeft: { one: '{count} день', few: '{count} дні', many: '{count} днів', other: '{count} дня' },
  minutesLeftAnnouncement: {
    one: 'На оплату лишилася {count} хвилина',
    few: 'На оплату лишилося {count} хвилини',
    many: 'На оплату лишилося {count} хвилин',
    other: 'На оплату лишилося {count} хвилини',
  },
  secondsLeftAnnouncement: {
    one: 'На оплату лишилася {count} секунда',
    few: 'На оплату лишилося {count} секунди',
    many: 'На оплату лишилося {count} секунд',
    other: 'На оплату лишилося {count} секунди',
  },

  openBankApp: 'Відкрити в застосунку банку',
}

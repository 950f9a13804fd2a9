import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Заказ {order}',
  loading: 'Загружаем платёж',

  choose: 'Выберите способ оплаты',
  methodTransfer: 'Банковский перевод',
  methodTransferHint: 'В приложении своего банка',
  methodForm: 'Карта',
  methodFormHint: 'На защищённой странице оплаты',
  deleteCard: 'Удалить',
  deleteCardConfirm: 'Точно удалить?',
  actionFailed: 'Не получилось. Попробуйте ещё раз.',
  deleteCardLabel: 'Удалить карту {card}',

  preparing: 'Готовим ваш платёж',

  transfer: 'Переведите ровно эту сумму',
  transferHint: 'Другую сумму могут не распознать.',
  card: 'Номер карты',
  phone: 'Номер телефона',
  iban: 'IBAN',
  accountNumber: 'Номер счёта',
  recipient: 'Получатель',
  bank: 'Банк',
  scheme: 'Платёжная система',
  amount: 'Сумма',
  orderReference: 'Номер заказа',
  details: 'Реквизиты для перевода',
  reportSent: 'Я оплатил(а)',

  qr: 'QR-код',
  qrUnreadable: 'Не удалось показать QR-код.',
  saveQr: 'Сохранить',
  shareQr: 'Поделиться',

  checking: 'Проверяем перевод',
  checkingHint: 'Он появится здесь, как только поступит.',

  redirect: 'Открыть страницу оплаты',
  redirectButton: 'Продолжить',
  returned: 'Ждём результата',
  returnedHint: 'Если вы не завершили оплату, к ней можно вернуться.',

  pending: 'Ждём подтверждения',
  pendingHint: 'Результат появится здесь.',

  succeeded: 'Оплачено',
  succeededHint: 'Платёж на {amount} получен.',
  succeededOtherAmount: 'Мы получили {paid} вместо {amount} по заказу.',
  succeededLate: 'Платёж всё-таки поступил. Больше ничего платить не нужно.',

  failedTransfer: 'Мы не получили платёж',
  failed: 'Оплата не прошла',
  doNotSendAgain: 'Если вы уже отправили деньги, не отправляйте их повторно.',
  contact: 'Обратитесь в магазин и назовите этот номер заказа.',
  stillChecking: 'Мы продолжаем проверять. Если платёж поступит, он появится здесь.',
  tryAgain: 'Попробовать ещё раз',
  back: 'Назад',

  reasonTechnical: 'Техническая ошибка. Попробуйте ещё раз через несколько минут.',
  reasonAuthorization: 'Ваш банк не подтвердил платёж. Попробуйте ещё раз или используйте другую карту.',
  reasonDeclined: 'Платёж отклонён. Попробуйте другой способ оплаты.',
  reasonUser: 'Оплата отменена или не завершена.',
  reasonIssuer: 'Ваш банк отклонил карту. Используйте другую карту или обратитесь в банк.',
  reasonFunds: 'На карте недостаточно денег. Используйте другую карту.',

  expired: 'Время на оплату истекло',

  notFound: 'Мы не нашли этот платёж',
  notFoundHint: 'Откройте платёж ещё раз из магазина. Если вы уже заплатили, не платите повторно.',
  orderExpired: 'Срок действия ссылки на оплату истёк',
  attemptsLimit: 'Слишком много попыток оплаты этого заказа. Обратитесь в магазин.',
  amountChanged: 'Сумма заказа изменилась',
  unavailable: 'Оплата сейчас недоступна',
  unavailableHint: 'Попробуйте через несколько минут или обратитесь в магазин.',

  connectionLost: 'Нет связи. Продолжаем проверять…',
  connectionRestored: 'Связь восстановлена.',

  copy: 'Копировать',
  copied: 'Скопировано',
  copyField: 'Копировать: {field}',
  copiedField: 'Скопировано: {field}',
  copyFailed: 'Не удалось скопировать. Текст выделен: скопируйте его вручную.',

  daysLeft: { one: '{count} день', few: '{count} дня', many: '{count} дней', other: '{count} дня' },
  minutesLeftAnnouncement: {
    one: 'На оплату осталась {count} минута',
    few: 'На оплату осталось {count} минуты',
    many: 'На оплату осталось {count} минут',
    other: 'На оплату осталось {count} минуты',
  },
  secondsLeftAnnouncement: {
    one: 'На оплату осталась {count} секунда',
    few: 'На оплату осталось {count} секунды',
    many: 'На оплату осталось {count} секунд',
    other: 'На оплату осталось {count} секунды',
  },

  openBankApp: 'Открыть в приложении банка',
}

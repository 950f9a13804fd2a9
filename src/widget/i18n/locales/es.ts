import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Pedido {order}',
  loading: 'Cargando el pago',

  choose: '¿Cómo desea pagar?',
  methodTransfer: 'Transferencia bancaria',
  methodTransferHint: 'Envíela desde la app de su banco',
  methodForm: 'Tarjeta',
  methodFormHint: 'En una página de pago segura',
  deleteCard: 'Eliminar',
  deleteCardConfirm: '¿Eliminarla?',
  actionFailed: 'No se ha podido hacer. Inténtelo de nuevo.',
  deleteCardLabel: 'Eliminar la tarjeta {card}',

  preparing: 'Preparando su pago',

  transfer: 'Transfiera este importe exacto',
  transferHint: 'Es posible que otro importe no se reconozca.',
  card: 'Número de tarjeta',
  phone: 'Número de teléfono',
  iban: 'IBAN',
  accountNumber: 'Número de cuenta',
  recipient: 'Beneficiario',
  bank: 'Banco',
  scheme: 'Sistema de pago',
  amount: 'Importe',
  orderReference: 'Número de pedido',
  details: 'Datos para el pago',
  reportSent: 'Ya he pagado',

  qr: 'Código QR',
  qrUnreadable: 'No se puede mostrar el código QR.',
  saveQr: 'Guardar',
  shareQr: 'Compartir',

  checking: 'Comprobando su transferencia',
  checkingHint: 'En cuanto llegue, lo verá aquí.',

  redirect: 'Continuar en la página de pago',
  redirectButton: 'Continuar',
  returned: 'Esperando el resultado',
  returnedHint: 'Si no ha terminado de pagar, puede retomar el pago.',

  pending: 'Esperando la confirmación',
  pendingHint: 'El resultado aparecerá aquí.',

  succeeded: 'Pagado',
  succeededHint: 'Hemos recibido {amount}.',
  succeededOtherAmount: 'Hemos recibido {paid}. El importe del pedido era {amount}.',
  succeededLate: 'Ha llegado finalmente. No tiene que pagar nada más.',

  failedTransfer: 'No hemos recibido este pago',
  failed: 'El pago no se realizó',
  doNotSendAgain: 'Si ya ha enviado el dinero, no lo envíe otra vez.',
  contact: 'Contacte con la tienda e indique este número de pedido.',
  stillChecking: 'Seguimos comprobando. Si el pago llega, lo verá aquí.',
  tryAgain: 'Intentar de nuevo',
  back: 'Volver',

  reasonTechnical: 'Un problema técnico. Inténtelo de nuevo en unos minutos.',
  reasonAuthorization: 'Su banco no ha confirmado el pago. Inténtelo de nuevo o use otra tarjeta.',
  reasonDeclined: 'El pago ha sido rechazado. Pruebe otra forma de pago.',
  reasonUser: 'El pago se ha cancelado o no se ha terminado.',
  reasonIssuer: 'Su banco ha rechazado la tarjeta. Use otra tarjeta o consulte con su banco.',
  reasonFunds: 'La tarjeta no tiene saldo suficiente. Use otra tarjeta.',

  expired: 'El plazo de pago venció',

  notFound: 'No encontramos este pago',
  notFoundHint: 'Abra el pago de nuevo desde la tienda. Si ya ha pagado, no pague otra vez.',
  orderExpired: 'Este enlace de pago ha caducado',
  attemptsLimit: 'Demasiados intentos para este pedido. Contacte con la tienda.',
  amountChanged: 'El importe del pedido ha cambiado',
  unavailable: 'El pago no está disponible ahora',
  unavailableHint: 'Inténtelo de nuevo en unos minutos o contacte con la tienda.',

  connectionLost: 'Sin conexión. Seguimos comprobando…',
  connectionRestored: 'Conexión recuperada.',

  copy: 'Copiar',
  copied: 'Copiado',
  copyField: 'Copiar: {field}',
  copiedField: 'Copiado: {field}',
  copyFailed: 'No se ha podido copiar. El texto está seleccionado: cópielo usted.',

  daysLeft: { one: '{count} día', many: '{count} de días', other: '{count} días' },
  minutesLeftAnnouncement: {
    one: 'Queda {count} minuto para pagar',
    many: 'Quedan {count} de minutos para pagar',
    other: 'Quedan {count} minutos para pagar',
  },
  secondsLeftAnnouncement: {
    one: 'Queda {count} segundo para pagar',
    many: 'Quedan {count} de segundos para pagar',
    other: 'Quedan {count} segundos para pagar',
  },

  openBankApp: 'Abrir en la app del banco',
}

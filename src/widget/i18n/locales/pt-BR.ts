import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Pedido {order}',
  loading: 'Carregando o pagamento',

  choose: 'Como você quer pagar?',
  methodTransfer: 'Transferência bancária',
  methodTransferHint: 'Envie pelo aplicativo do seu banco',
  methodForm: 'Cartão',
  methodFormHint: 'Em uma página de pagamento segura',
  deleteCard: 'Excluir',
  deleteCardConfirm: 'Excluir mesmo?',
  actionFailed: 'Não deu certo. Tente novamente.',
  deleteCardLabel: 'Excluir o cartão {card}',

  preparing: 'Preparando seu pagamento',

  transfer: 'Transfira exatamente este valor',
  transferHint: 'Um valor diferente pode não ser reconhecido.',
  card: 'Número do cartão',
  phone: 'Número de telefone',
  iban: 'IBAN',
  accountNumber: 'Número da conta',
  recipient: 'Favorecido',
  bank: 'Banco',
  scheme: 'Sistema de pagamento',
  amount: 'Valor',
  orderReference: 'Número do pedido',
  details: 'Dados para pagamento',
  reportSent: 'Já paguei',

  qr: 'Código QR',
  qrUnreadable: 'Não foi possível exibir o código QR.',
  saveQr: 'Salvar',
  shareQr: 'Compartilhar',

  checking: 'Verificando sua transferência',
  checkingHint: 'Assim que ela chegar, você verá aqui.',

  redirect: 'Ir para a página de pagamento',
  redirectButton: 'Continuar',
  returned: 'Aguardando o resultado',
  returnedHint: 'Se ainda não terminou de pagar, você pode retomar o pagamento.',

  pending: 'Aguardando confirmação',
  pendingHint: 'O resultado aparecerá aqui.',

  succeeded: 'Pago',
  succeededHint: 'Recebemos {amount}.',
  succeededOtherAmount: 'Recebemos {paid}. O valor do pedido era {amount}.',
  succeededLate: 'O pagamento acabou chegando. Não é preciso pagar mais nada.',

  failedTransfer: 'Não recebemos este pagamento',
  failed: 'O pagamento não foi concluído',
  doNotSendAgain: 'Se você já enviou o dinheiro, não envie de novo.',
  contact: 'Fale com a loja e informe este número do pedido.',
  stillChecking: 'Continuamos verificando. Se o pagamento chegar, você verá aqui.',
  tryAgain: 'Tentar novamente',
  back: 'Voltar',

  reasonTechnical: 'Um problema técnico. Tente novamente em alguns minutos.',
  reasonAuthorization: 'Seu banco não confirmou o pagamento. Tente novamente ou use outro cartão.',
  reasonDeclined: 'O pagamento foi recusado. Tente outra forma de pagamento.',
  reasonUser: 'O pagamento foi cancelado ou não foi concluído.',
  reasonIssuer: 'Seu banco recusou o cartão. Use outro cartão ou consulte seu banco.',
  reasonFunds: 'O cartão não tem saldo suficiente. Use outro cartão.',

  expired: 'O prazo para pagar terminou',

  notFound: 'Não encontramos este pagamento',
  notFoundHint: 'Abra o pagamento novamente pela loja. Se você já pagou, não pague de novo.',
  orderExpired: 'Este link de pagamento expirou',
  attemptsLimit: 'Houve tentativas demais para este pedido. Fale com a loja.',
  amountChanged: 'O valor do pedido mudou',
  unavailable: 'O pagamento não está disponível agora',
  unavailableHint: 'Tente novamente em alguns minutos ou fale com a loja.',

  connectionLost: 'Conexão perdida. Ainda verificando…',
  connectionRestored: 'Conexão restabelecida.',

  copy: 'Copiar',
  copied: 'Copiado',
  copyField: 'Copiar: {field}',
  copiedField: 'Copiado: {field}',
  copyFailed: 'Não foi possível copiar. O texto está selecionado: copie-o você mesmo.',

  daysLeft: { one: '{count} dia', many: '{count} de dias', other: '{count} dias' },
  minutesLeftAnnouncement: {
    one: 'Resta {count} minuto para pagar',
    many: 'Restam {count} de minutos para pagar',
    other: 'Restam {count} minutos para pagar',
  },
  secondsLeftAnnouncement: {
    one: 'Resta {count} segundo para pagar',
    many: 'Restam {count} de segundos para pagar',
    other: 'Restam {count} segundos para pagar',
  },

  openBankApp: 'Abrir no app do banco',
}

import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: '订单 {order}',
  loading: '正在加载付款信息',

  choose: '请选择付款方式',
  methodTransfer: '银行转账',
  methodTransferHint: '使用您的手机银行转账',
  methodForm: '银行卡',
  methodFormHint: '在安全的付款页面支付',
  deleteCard: '删除',
  deleteCardConfirm: '确认删除？',
  actionFailed: '操作未成功，请重试。',
  deleteCardLabel: '删除银行卡 {card}',

  preparing: '正在准备您的付款',

  transfer: '请准确转账此金额',
  transferHint: '金额不符可能无法识别。',
  card: '卡号',
  phone: '手机号',
  iban: 'IBAN',
  accountNumber: '收款账号',
  recipient: '收款人',
  bank: '银行',
  scheme: '支付系统',
  amount: '金额',
  orderReference: '订单号',
  details: '收款信息',
  reportSent: '我已付款',

  qr: '二维码',
  qrUnreadable: '无法显示二维码。',
  saveQr: '保存',
  shareQr: '分享',

  checking: '正在查询您的转账',
  checkingHint: '款项到账后会立即在此显示。',

  redirect: '前往付款页面',
  redirectButton: '继续',
  returned: '正在等待结果',
  returnedHint: '如果尚未完成付款，您可以继续付款。',

  pending: '正在等待确认',
  pendingHint: '结果会在此显示。',

  succeeded: '付款成功',
  succeededHint: '我们已收到 {amount}。',
  succeededOtherAmount: '我们已收到 {paid}。订单金额为 {amount}。',
  succeededLate: '款项已经到账，您无需再付款。',

  failedTransfer: '我们尚未收到这笔款项',
  failed: '付款未成功',
  doNotSendAgain: '如果您已经转账，请勿重复转账。',
  contact: '请联系商家并提供此订单号。',
  stillChecking: '我们仍在查询，到账后会在此显示。',
  tryAgain: '重试',
  back: '返回',

  reasonTechnical: '出现技术问题，请过几分钟再试。',
  reasonAuthorization: '您的银行未确认此付款。请重试，或使用其他银行卡。',
  reasonDeclined: '付款被拒绝，请换一种付款方式。',
  reasonUser: '付款已取消或未完成。',
  reasonIssuer: '您的银行拒绝了此卡。请使用其他银行卡，或咨询您的银行。',
  reasonFunds: '卡内余额不足，请使用其他银行卡。',

  expired: '付款时间已过',

  notFound: '找不到这笔付款',
  notFoundHint: '请从商家页面重新打开。如果您已经付款，请勿重复付款。',
  orderExpired: '此付款链接已失效',
  attemptsLimit: '此订单的付款尝试次数过多。请联系商家。',
  amountChanged: '订单金额已变更',
  unavailable: '暂时无法付款',
  unavailableHint: '请过几分钟再试，或联系商家。',

  connectionLost: '连接已断开，仍在查询…',
  connectionRestored: '连接已恢复。',

  copy: '复制',
  copied: '已复制',
  copyField: '复制：{field}',
  copiedField: '已复制：{field}',
  copyFailed: '复制失败。文字已选中，请自行复制。',

  daysLeft: { other: '{count} 天' },
  minutesLeftAnnouncement: { other: '付款时间还剩 {count} 分钟' },
  secondsLeftAnnouncement: { other: '付款时间还剩 {count} 秒' },

  openBankApp: '在银行应用中打开',
}

import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Đơn hàng {order}',
  loading: 'Đang tải khoản thanh toán',

  choose: 'Chọn cách thanh toán',
  methodTransfer: 'Chuyển khoản ngân hàng',
  methodTransferHint: 'Từ ứng dụng ngân hàng của bạn',
  methodForm: 'Thẻ',
  methodFormHint: 'Trên trang thanh toán bảo mật',
  deleteCard: 'Xóa',
  deleteCardConfirm: 'Xóa thẻ này?',
  actionFailed: 'Chưa thực hiện được. Vui lòng thử lại.',
  deleteCardLabel: 'Xóa thẻ {card}',

  preparing: 'Đang chuẩn bị khoản thanh toán',

  transfer: 'Chuyển đúng số tiền này',
  transferHint: 'Số tiền khác có thể không khớp.',
  card: 'Số thẻ',
  phone: 'Số điện thoại',
  iban: 'IBAN',
  accountNumber: 'Số tài khoản',
  recipient: 'Người nhận',
  bank: 'Ngân hàng',
  scheme: 'Hệ thống thanh toán',
  amount: 'Số tiền',
  orderReference: 'Mã đơn hàng',
  details: 'Thông tin chuyển khoản',
  reportSent: 'Tôi đã chuyển tiền',

  qr: 'Mã QR',
  qrUnreadable: 'Không hiển thị được mã QR.',
  saveQr: 'Lưu',
  shareQr: 'Chia sẻ',

  checking: 'Đang chờ tiền đến',
  checkingHint: 'Tiền đến sẽ hiện ngay tại đây.',

  redirect: 'Tiếp tục trên trang thanh toán',
  redirectButton: 'Tiếp tục',
  returned: 'Đang chờ kết quả',
  returnedHint: 'Nếu chưa thanh toán xong, bạn có thể tiếp tục.',

  pending: 'Đang chờ xác nhận',
  pendingHint: 'Kết quả sẽ hiện tại đây.',

  succeeded: 'Đã thanh toán',
  succeededHint: 'Chúng tôi đã nhận được {amount}.',
  succeededOtherAmount: 'Chúng tôi đã nhận được {paid}. Số tiền của đơn hàng là {amount}.',
  succeededLate: 'Khoản thanh toán cuối cùng đã đến. Bạn không cần trả thêm gì.',

  failedTransfer: 'Chúng tôi chưa nhận được khoản thanh toán này',
  failed: 'Chưa thanh toán được',
  doNotSendAgain: 'Nếu bạn đã chuyển tiền, xin đừng chuyển lại lần nữa.',
  contact: 'Hãy liên hệ cửa hàng và cung cấp mã đơn hàng này.',
  stillChecking: 'Chúng tôi vẫn đang kiểm tra. Nếu tiền đến, kết quả sẽ hiện tại đây.',
  tryAgain: 'Thử lại',
  back: 'Quay lại',

  reasonTechnical: 'Sự cố kỹ thuật. Vui lòng thử lại sau vài phút.',
  reasonAuthorization: 'Ngân hàng chưa xác nhận khoản thanh toán. Vui lòng thử lại hoặc dùng thẻ khác.',
  reasonDeclined: 'Khoản thanh toán bị từ chối. Vui lòng thử cách thanh toán khác.',
  reasonUser: 'Khoản thanh toán đã bị hủy hoặc chưa hoàn tất.',
  reasonIssuer: 'Ngân hàng từ chối thẻ này. Vui lòng dùng thẻ khác hoặc hỏi ngân hàng của bạn.',
  reasonFunds: 'Thẻ không đủ tiền. Vui lòng dùng thẻ khác.',

  expired: 'Đã hết thời gian thanh toán',

  notFound: 'Không tìm thấy khoản thanh toán này',
  notFoundHint:
    'Vui lòng mở lại khoản thanh toán từ cửa hàng. Nếu bạn đã trả tiền, xin đừng trả lại lần nữa.',
  orderExpired: 'Liên kết thanh toán này đã hết hạn',
  attemptsLimit: 'Đơn hàng này đã có quá nhiều lần thử thanh toán. Hãy liên hệ cửa hàng.',
  amountChanged: 'Số tiền của đơn hàng đã thay đổi',
  unavailable: 'Hiện chưa thể thanh toán',
  unavailableHint: 'Vui lòng thử lại sau vài phút hoặc liên hệ cửa hàng.',

  connectionLost: 'Mất kết nối. Vẫn đang kiểm tra…',
  connectionRestored: 'Đã kết nối lại.',

  copy: 'Sao chép',
  copied: 'Đã chép',
  copyField: 'Sao chép: {field}',
  copiedField: 'Đã sao chép: {field}',
  copyFailed: 'Không sao chép được. Nội dung đã được chọn: bạn hãy tự sao chép.',

  daysLeft: { other: '{count} ngày' },
  minutesLeftAnnouncement: { other: 'Còn {count} phút để thanh toán' },
  secondsLeftAnnouncement: { other: 'Còn {count} giây để thanh toán' },

  openBankApp: 'Mở trong ứng dụng ngân hàng',
}

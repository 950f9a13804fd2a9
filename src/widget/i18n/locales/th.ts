import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'คำสั่งซื้อ {order}',
  loading: 'กำลังโหลดรายการชำระเงิน',

  choose: 'คุณต้องการชำระเงินด้วยวิธีใด',
  methodTransfer: 'โอนเงินผ่านธนาคาร',
  methodTransferHint: 'โอนจากแอปธนาคารของคุณ',
  methodForm: 'บัตร',
  methodFormHint: 'บนหน้าชำระเงินที่ปลอดภัย',
  deleteCard: 'ลบ',
  deleteCardConfirm: 'ยืนยันลบ?',
  actionFailed: 'ทำรายการไม่สำเร็จ โปรดลองอีกครั้ง',
  deleteCardLabel: 'ลบ บัตร {card}',

  preparing: 'กำลังเตรียมการชำระเงินของคุณ',

  transfer: 'โอนตามจำนวนนี้เท่านั้น',
  transferHint: 'หากโอนยอดอื่น ระบบอาจตรวจไม่พบ',
  card: 'หมายเลขบัตร',
  phone: 'หมายเลขโทรศัพท์',
  iban: 'IBAN',
  accountNumber: 'เลขที่บัญชี',
  recipient: 'ผู้รับเงิน',
  bank: 'ธนาคาร',
  scheme: 'ระบบชำระเงิน',
  amount: 'จำนวนเงิน',
  orderReference: 'หมายเลขคำสั่งซื้อ',
  details: 'ข้อมูลการชำระเงิน',
  reportSent: 'โอนเงินแล้ว',

  qr: 'คิวอาร์โค้ด',
  qrUnreadable: 'ไม่สามารถแสดงคิวอาร์โค้ดได้',
  saveQr: 'บันทึก',
  shareQr: 'แชร์',

  checking: 'กำลังตรวจสอบการโอนเงิน',
  checkingHint: 'เมื่อเงินเข้าจะแสดงที่นี่ทันที',

  redirect: 'ดำเนินการต่อที่หน้าชำระเงิน',
  redirectButton: 'ดำเนินการต่อ',
  returned: 'กำลังรอผล',
  returnedHint: 'หากยังชำระเงินไม่เสร็จ คุณดำเนินการต่อได้',

  pending: 'กำลังรอการยืนยัน',
  pendingHint: 'ผลจะแสดงที่นี่',

  succeeded: 'ชำระเงินสำเร็จ',
  succeededHint: 'เราได้รับ {amount} แล้ว',
  succeededOtherAmount: 'เราได้รับ {paid} แล้ว ยอดคำสั่งซื้อคือ {amount}',
  succeededLate: 'เงินของคุณมาถึงแล้วในที่สุด ไม่ต้องชำระอะไรเพิ่ม',

  failedTransfer: 'เรายังไม่ได้รับเงินรายการนี้',
  failed: 'ชำระเงินไม่สำเร็จ',
  doNotSendAgain: 'หากคุณโอนเงินไปแล้ว โปรดอย่าโอนซ้ำ',
  contact: 'ติดต่อร้านค้าและแจ้งหมายเลขคำสั่งซื้อนี้',
  stillChecking: 'เรายังตรวจสอบอยู่ หากเงินเข้าจะแสดงที่นี่',
  tryAgain: 'ลองอีกครั้ง',
  back: 'กลับ',

  reasonTechnical: 'เกิดปัญหาทางเทคนิค โปรดลองอีกครั้งในอีกไม่กี่นาที',
  reasonAuthorization: 'ธนาคารของคุณไม่ยืนยันการชำระเงิน โปรดลองอีกครั้งหรือใช้บัตรอื่น',
  reasonDeclined: 'การชำระเงินถูกปฏิเสธ โปรดลองวิธีชำระเงินอื่น',
  reasonUser: 'การชำระเงินถูกยกเลิกหรือยังไม่เสร็จสิ้น',
  reasonIssuer: 'ธนาคารของคุณปฏิเสธบัตรนี้ โปรดใช้บัตรอื่นหรือสอบถามธนาคาร',
  reasonFunds: 'ยอดเงินในบัตรไม่พอ โปรดใช้บัตรอื่น',

  expired: 'หมดเวลาชำระเงิน',

  notFound: 'ไม่พบรายการชำระเงินนี้',
  notFoundHint: 'โปรดเปิดรายการชำระเงินใหม่จากร้านค้า หากคุณชำระเงินแล้ว อย่าชำระซ้ำ',
  orderExpired: 'ลิงก์ชำระเงินนี้หมดอายุแล้ว',
  attemptsLimit: 'มีการพยายามชำระเงินสำหรับคำสั่งซื้อนี้มากเกินไป โปรดติดต่อร้านค้า',
  amountChanged: 'ยอดคำสั่งซื้อเปลี่ยนไปแล้ว',
  unavailable: 'ขณะนี้ยังชำระเงินไม่ได้',
  unavailableHint: 'โปรดลองอีกครั้งในอีกไม่กี่นาที หรือติดต่อร้านค้า',

  connectionLost: 'การเชื่อมต่อขาดหาย ยังตรวจสอบอยู่…',
  connectionRestored: 'เชื่อมต่อได้อีกครั้งแล้ว',

  copy: 'คัดลอก',
  copied: 'คัดลอกแล้ว',
  copyField: 'คัดลอก: {field}',
  copiedField: 'คัดลอกแล้ว: {field}',
  copyFailed: 'คัดลอกไม่สำเร็จ เลือกข้อความไว้ให้แล้ว โปรดคัดลอกเอง',

  daysLeft: { other: '{count} วัน' },
  minutesLeftAnnouncement: { other: 'เหลือเวลาชำระเงิน {count} นาที' },
  secondsLeftAnnouncement: { other: 'เหลือเวลาชำระเงิน {count} วินาที' },

  openBankApp: 'เปิดในแอปธนาคาร',
}

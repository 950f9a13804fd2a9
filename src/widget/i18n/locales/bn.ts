import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'অর্ডার {order}',
  loading: 'পেমেন্ট লোড হচ্ছে',

  choose: 'আপনি কীভাবে পেমেন্ট করতে চান?',
  methodTransfer: 'ব্যাংক ট্রান্সফার',
  methodTransferHint: 'আপনার ব্যাংকিং অ্যাপ থেকে পাঠান',
  methodForm: 'কার্ড',
  methodFormHint: 'নিরাপদ পেমেন্ট পেজে',
  deleteCard: 'সরান',
  deleteCardConfirm: 'সরাতে চান?',
  actionFailed: 'সম্ভব হয়নি। আবার চেষ্টা করুন।',
  deleteCardLabel: '{card} কার্ডটি সরান',

  preparing: 'আপনার পেমেন্ট প্রস্তুত হচ্ছে',

  transfer: 'ঠিক এই পরিমাণ টাকা পাঠান',
  transferHint: 'অন্য অঙ্কের টাকা পাঠালে শনাক্ত না-ও হতে পারে।',
  card: 'কার্ড নম্বর',
  phone: 'ফোন নম্বর',
  iban: 'IBAN',
  accountNumber: 'অ্যাকাউন্ট নম্বর',
  recipient: 'প্রাপক',
  bank: 'ব্যাংক',
  scheme: 'পেমেন্ট সিস্টেম',
  amount: 'টাকার পরিমাণ',
  orderReference: 'অর্ডার নম্বর',
  details: 'পেমেন্টের তথ্য',
  reportSent: 'আমি টাকা পাঠিয়েছি',

  qr: 'কিউআর কোড',
  qrUnreadable: 'কিউআর কোড দেখানো যায়নি।',
  saveQr: 'সেভ করুন',
  shareQr: 'শেয়ার করুন',

  checking: 'ট্রান্সফার যাচাই করা হচ্ছে',
  checkingHint: 'টাকা পৌঁছালেই এখানে দেখা যাবে।',

  redirect: 'পেমেন্ট পেজে এগিয়ে যান',
  redirectButton: 'এগিয়ে যান',
  returned: 'ফলাফলের অপেক্ষায়',
  returnedHint: 'পেমেন্ট শেষ না করে থাকলে চালিয়ে যেতে পারেন।',

  pending: 'নিশ্চিতকরণের অপেক্ষায়',
  pendingHint: 'ফলাফল এখানে দেখা যাবে।',

  succeeded: 'পেমেন্ট সম্পন্ন',
  succeededHint: 'আমরা {amount} পেয়েছি।',
  succeededOtherAmount: 'আমরা {paid} পেয়েছি। অর্ডারের মূল্য ছিল {amount}।',
  succeededLate: 'শেষ পর্যন্ত পেমেন্ট এসে পৌঁছেছে। আর কিছু দিতে হবে না।',

  failedTransfer: 'আমরা এই পেমেন্ট পাইনি',
  failed: 'পেমেন্ট সফল হয়নি',
  doNotSendAgain: 'টাকা আগেই পাঠিয়ে থাকলে আবার পাঠাবেন না।',
  contact: 'বিক্রেতার সাথে যোগাযোগ করে এই অর্ডার নম্বরটি জানান।',
  stillChecking: 'আমরা যাচাই করে যাচ্ছি। পেমেন্ট পৌঁছালে এখানে দেখা যাবে।',
  tryAgain: 'আবার চেষ্টা করুন',
  back: 'ফিরে যান',

  reasonTechnical: 'কারিগরি সমস্যা। কয়েক মিনিট পরে আবার চেষ্টা করুন।',
  reasonAuthorization: 'আপনার ব্যাংক পেমেন্ট নিশ্চিত করেনি। আবার চেষ্টা করুন বা অন্য কার্ড ব্যবহার করুন।',
  reasonDeclined: 'পেমেন্ট প্রত্যাখ্যান করা হয়েছে। অন্য উপায়ে পেমেন্ট করুন।',
  reasonUser: 'পেমেন্ট বাতিল হয়েছে বা শেষ হয়নি।',
  reasonIssuer: 'আপনার ব্যাংক কার্ডটি গ্রহণ করেনি। অন্য কার্ড ব্যবহার করুন বা ব্যাংকের সাথে যোগাযোগ করুন।',
  reasonFunds: 'কার্ডে পর্যাপ্ত ব্যালেন্স নেই। অন্য কার্ড ব্যবহার করুন।',

  expired: 'পেমেন্টের সময় শেষ',

  notFound: 'এই পেমেন্ট খুঁজে পাওয়া যায়নি',
  notFoundHint: 'বিক্রেতার সাইট থেকে পেমেন্টটি আবার খুলুন। আগেই পেমেন্ট করে থাকলে আবার করবেন না।',
  orderExpired: 'এই পেমেন্ট লিংকের মেয়াদ শেষ হয়ে গেছে',
  attemptsLimit: 'এই অর্ডারের জন্য অনেক বেশি বার চেষ্টা করা হয়েছে। বিক্রেতার সাথে যোগাযোগ করুন।',
  amountChanged: 'অর্ডারের মূল্য বদলে গেছে',
  unavailable: 'এখন পেমেন্ট করা যাচ্ছে না',
  unavailableHint: 'কয়েক মিনিট পরে আবার চেষ্টা করুন বা বিক্রেতার সাথে যোগাযোগ করুন।',

  connectionLost: 'সংযোগ বিচ্ছিন্ন। যাচাই চলছে…',
  connectionRestored: 'সংযোগ ফিরে এসেছে।',

  copy: 'কপি করুন',
  copied: 'কপি হয়েছে',
  copyField: 'কপি করুন: {field}',
  copiedField: 'কপি হয়েছে: {field}',
  copyFailed: 'কপি করা যায়নি। লেখাটি নির্বাচিত আছে: নিজে কপি করে নিন।',

  daysLeft: { one: '{count} দিন', other: '{count} দিন' },
  minutesLeftAnnouncement: {
    one: 'পেমেন্টের জন্য {count} মিনিট বাকি',
    other: 'পেমেন্টের জন্য {count} মিনিট বাকি',
  },
  secondsLeftAnnouncement: {
    one: 'পেমেন্টের জন্য {count} সেকেন্ড বাকি',
    other: 'পেমেন্টের জন্য {count} সেকেন্ড বাকি',
  },

  openBankApp: 'ব্যাংকিং অ্যাপে খুলুন',
}

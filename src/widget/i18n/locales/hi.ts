import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'ऑर्डर {order}',
  loading: 'भुगतान लोड हो रहा है',

  choose: 'आप भुगतान कैसे करना चाहेंगे?',
  methodTransfer: 'बैंक ट्रांसफ़र',
  methodTransferHint: 'अपने बैंकिंग ऐप से भेजें',
  methodForm: 'कार्ड',
  methodFormHint: 'सुरक्षित भुगतान पेज पर',
  deleteCard: 'हटाएँ',
  deleteCardConfirm: 'हटा दें?',
  actionFailed: 'यह नहीं हो सका। कृपया दोबारा कोशिश करें।',
  deleteCardLabel: 'कार्ड {card} हटाएँ',

  preparing: 'आपका भुगतान तैयार हो रहा है',

  transfer: 'ठीक यही रकम ट्रांसफ़र करें',
  transferHint: 'कोई और रकम शायद पहचानी न जाए।',
  card: 'कार्ड नंबर',
  phone: 'फ़ोन नंबर',
  iban: 'IBAN',
  accountNumber: 'खाता नंबर',
  recipient: 'प्राप्तकर्ता',
  bank: 'बैंक',
  scheme: 'भुगतान प्रणाली',
  amount: 'रकम',
  orderReference: 'ऑर्डर नंबर',
  details: 'भुगतान की जानकारी',
  reportSent: 'मैंने भुगतान कर दिया है',

  qr: 'QR कोड',
  qrUnreadable: 'QR कोड नहीं दिखाया जा सका।',
  saveQr: 'सेव करें',
  shareQr: 'शेयर करें',

  checking: 'आपका ट्रांसफ़र जाँचा जा रहा है',
  checkingHint: 'पैसे पहुँचते ही यहाँ दिखेगा।',

  redirect: 'भुगतान पेज पर जारी रखें',
  redirectButton: 'जारी रखें',
  returned: 'नतीजे का इंतज़ार है',
  returnedHint: 'अगर भुगतान पूरा नहीं हुआ है, तो आप उसे जारी रख सकते हैं।',

  pending: 'पुष्टि का इंतज़ार है',
  pendingHint: 'नतीजा यहाँ दिखेगा।',

  succeeded: 'भुगतान हो गया',
  succeededHint: 'हमें {amount} मिल गए।',
  succeededOtherAmount: 'हमें {paid} मिले। ऑर्डर की रकम {amount} थी।',
  succeededLate: 'आख़िरकार भुगतान मिल गया। अब कुछ और नहीं चुकाना है।',

  failedTransfer: 'हमें यह भुगतान नहीं मिला है',
  failed: 'भुगतान नहीं हो सका',
  doNotSendAgain: 'अगर आपने पैसे पहले ही भेज दिए हैं, तो दोबारा न भेजें।',
  contact: 'दुकान से संपर्क करें और यह ऑर्डर नंबर बताएँ।',
  stillChecking: 'हम जाँच जारी रखे हुए हैं। भुगतान आया, तो यहाँ दिखेगा।',
  tryAgain: 'दोबारा कोशिश करें',
  back: 'वापस',

  reasonTechnical: 'तकनीकी समस्या है। कृपया कुछ मिनट बाद दोबारा कोशिश करें।',
  reasonAuthorization: 'आपके बैंक ने भुगतान की पुष्टि नहीं की। दोबारा कोशिश करें या दूसरा कार्ड इस्तेमाल करें।',
  reasonDeclined: 'भुगतान अस्वीकार हुआ। कृपया भुगतान का दूसरा तरीका आज़माएँ।',
  reasonUser: 'भुगतान रद्द हुआ या पूरा नहीं हुआ।',
  reasonIssuer: 'आपके बैंक ने कार्ड अस्वीकार किया। दूसरा कार्ड इस्तेमाल करें या बैंक से पूछें।',
  reasonFunds: 'कार्ड में पैसे कम हैं। कृपया दूसरा कार्ड इस्तेमाल करें।',

  expired: 'भुगतान का समय समाप्त हो गया',

  notFound: 'यह भुगतान नहीं मिला',
  notFoundHint: 'कृपया भुगतान दुकान से दोबारा खोलें। अगर आपने भुगतान कर दिया है, तो दोबारा न करें।',
  orderExpired: 'इस भुगतान लिंक की अवधि समाप्त हो गई है',
  attemptsLimit: 'इस ऑर्डर के लिए बहुत ज़्यादा प्रयास हो चुके हैं। दुकान से संपर्क करें।',
  amountChanged: 'ऑर्डर की रकम बदल गई है',
  unavailable: 'भुगतान अभी उपलब्ध नहीं है',
  unavailableHint: 'कृपया कुछ मिनट बाद दोबारा कोशिश करें या दुकान से संपर्क करें।',

  connectionLost: 'कनेक्शन टूट गया। जाँच जारी है…',
  connectionRestored: 'कनेक्शन वापस आ गया।',

  copy: 'कॉपी करें',
  copied: 'कॉपी हो गया',
  copyField: 'कॉपी करें: {field}',
  copiedField: 'कॉपी हो गया: {field}',
  copyFailed: 'कॉपी नहीं हो सका। टेक्स्ट चुना हुआ है: कृपया इसे ख़ुद कॉपी करें।',

  daysLeft: { one: '{count} दिन', other: '{count} दिन' },
  minutesLeftAnnouncement: {
    one: 'भुगतान के लिए {count} मिनट बचा है',
    other: 'भुगतान के लिए {count} मिनट बचे हैं',
  },
  secondsLeftAnnouncement: {
    one: 'भुगतान के लिए {count} सेकंड बचा है',
    other: 'भुगतान के लिए {count} सेकंड बचे हैं',
  },

  openBankApp: 'बैंकिंग ऐप में खोलें',
}

import type { Messages } from '../messages.ts'

export const messages: Messages = {
  order: 'Pesanan {order}',
  loading: 'Memuat pembayaran',

  choose: 'Pilih cara pembayaran',
  methodTransfer: 'Transfer bank',
  methodTransferHint: 'Kirim dari aplikasi bank Anda',
  methodForm: 'Kartu',
  methodFormHint: 'Di halaman pembayaran yang aman',
  deleteCard: 'Hapus',
  deleteCardConfirm: 'Yakin hapus?',
  actionFailed: 'Tidak berhasil. Silakan coba lagi.',
  deleteCardLabel: 'Hapus kartu {card}',

  preparing: 'Menyiapkan pembayaran Anda',

  transfer: 'Transfer tepat sejumlah ini',
  transferHint: 'Jumlah lain mungkin tidak dikenali.',
  card: 'Nomor kartu',
  phone: 'Nomor telepon',
  iban: 'IBAN',
  accountNumber: 'Nomor rekening',
  recipient: 'Penerima',
  bank: 'Bank',
  scheme: 'Sistem pembayaran',
  amount: 'Jumlah',
  orderReference: 'Nomor pesanan',
  details: 'Rincian pembayaran',
  reportSent: 'Saya sudah membayar',

  qr: 'Kode QR',
  qrUnreadable: 'Kode QR tidak dapat ditampilkan.',
  saveQr: 'Simpan',
  shareQr: 'Bagikan',

  checking: 'Memeriksa transfer',
  checkingHint: 'Akan muncul di sini begitu masuk.',

  redirect: 'Buka halaman pembayaran',
  redirectButton: 'Lanjutkan',
  returned: 'Menunggu hasil',
  returnedHint: 'Jika belum selesai membayar, Anda dapat melanjutkannya.',

  pending: 'Menunggu konfirmasi',
  pendingHint: 'Hasilnya akan muncul di sini.',

  succeeded: 'Pembayaran berhasil',
  succeededHint: 'Kami telah menerima {amount}.',
  succeededOtherAmount: 'Kami telah menerima {paid}. Jumlah pesanan {amount}.',
  succeededLate: 'Pembayaran akhirnya masuk. Tidak ada lagi yang perlu dibayar.',

  failedTransfer: 'Kami belum menerima pembayaran ini',
  failed: 'Pembayaran tidak berhasil',
  doNotSendAgain: 'Jika Anda sudah mengirim uangnya, jangan kirim lagi.',
  contact: 'Hubungi toko dan sebutkan nomor pesanan ini.',
  stillChecking: 'Kami terus memeriksa. Jika pembayarannya masuk, akan muncul di sini.',
  tryAgain: 'Coba lagi',
  back: 'Kembali',

  reasonTechnical: 'Ada masalah teknis. Silakan coba lagi dalam beberapa menit.',
  reasonAuthorization: 'Bank Anda tidak mengonfirmasi pembayaran. Coba lagi atau gunakan kartu lain.',
  reasonDeclined: 'Pembayaran ditolak. Silakan coba cara bayar lain.',
  reasonUser: 'Pembayaran dibatalkan atau tidak diselesaikan.',
  reasonIssuer: 'Bank Anda menolak kartu ini. Gunakan kartu lain atau tanyakan ke bank.',
  reasonFunds: 'Saldo kartu tidak cukup. Silakan gunakan kartu lain.',

  expired: 'Waktu pembayaran habis',

  notFound: 'Pembayaran tidak ditemukan',
  notFoundHint: 'Silakan buka lagi pembayarannya dari toko. Jika Anda sudah membayar, jangan bayar lagi.',
  orderExpired: 'Tautan pembayaran ini sudah kedaluwarsa',
  attemptsLimit: 'Terlalu banyak percobaan untuk pesanan ini. Hubungi toko.',
  amountChanged: 'Jumlah pesanan telah berubah',
  unavailable: 'Pembayaran sedang tidak tersedia',
  unavailableHint: 'Silakan coba lagi dalam beberapa menit atau hubungi toko.',

  connectionLost: 'Koneksi terputus. Masih memeriksa…',
  connectionRestored: 'Koneksi tersambung lagi.',

  copy: 'Salin',
  copied: 'Tersalin',
  copyField: 'Salin: {field}',
  copiedField: 'Tersalin: {field}',
  copyFailed: 'Tidak dapat menyalin. Teks sudah dipilih: silakan salin sendiri.',

  daysLeft: { other: '{count} hari' },
  minutesLeftAnnouncement: { other: 'Sisa waktu pembayaran {count} menit' },
  secondsLeftAnnouncement: { other: 'Sisa waktu pembayaran {count} detik' },

  openBankApp: 'Buka di aplikasi bank',
}

import type { CheckoutView } from '../../../src/contract/view.ts'

/** The moment that every fixed view is from. */
export const now = '2026-11-20T12:00:00.000Z'

const in30Minutes = '2026-11-20T12:29:41.000Z'

/** A pending transfer with the instructions that most payers get. */
export const pendingTransfer: CheckoutView = {
  id: 'co_4f7Qm2Zr9Ks1Xb8Lw3Nt6V',
  order: '1042',
  status: 'pending',
  final: false,
  amount: { value: '1250.00', currency: 'UAH' },
  paid: null,
  method: 'transfer',
  methods: ['transfer', 'form'],
  attempt: 1,
  action: {
    type: 'transfer',
    card: '4441114455556666',
    recipient: 'Олена Коваленко',
    bank: 'monobank',
    phone: '+380671234567',
    iban: 'UA213223130000026007233566001',
    accountNumber: '0026007233566001',
    qr: 'https://pay.example/qr/4f7Qm2Zr9Ks1',
    scheme: 'P2P',
    formUrl: 'https://form.example/pay?token=one-time',
  },
  reason: null,
  retry: false,
  expiresAt: in30Minutes,
  now,
  pollAfter: 3,
}

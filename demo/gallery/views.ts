import type { CheckoutView } from 'paypane'

type PayerField = NonNullable<NonNullable<CheckoutView['fields']>['transfer']>[number]
export type ViewOf<Status extends CheckoutView['status']> = Extract<CheckoutView, { status: Status }>
type TransferAction = Extract<CheckoutView['action'], { type: 'transfer' }>

export const png =
  'iVBORw0KGgoAAAANSUhEUgAAADoAAAA6CAYAAADhu0ooAAAAAklEQVR4AewaftIAAAMWSURBVOXBQWocWQAFwcyi73/lHD3w4mOKpiWL2VSEQPxAxUllKk4qUzEqU3FSeadiVH7i4iFe/FHxCZWTyidUpuJOxaicKu5UfEJlLh7ixV9U7lTcqfhExUllKk4VozIqU3FH5U7F6eIhXvwSlVPFSWUqpuL/dPEQL/6Ryh2VT6hMxZ2K33DxEC/+UvEdFaMyFe+o3FG5ozIVdyo+cfEQL/5Q+QmVqRiVqRiVqThVjMpUjMpUjModle+4eAj7wi9SOVXcUZmKUZmKUZmK33DxEC+VqRiVqRiVqRiVqXin4p2Kdyo+oTIVJ5WpmIuHsC98UZmKUblT8Y7KqWJUpuKOylScVO5UnFSm4qQyFw8hEF8q7qhMxah8omJUpmJUpuKkMhV3VE4Vd1TuXDyEQBwq7qhMxUllKkblExUnlak4qUzFHZWpOKlMxVw8hEB8qTipTMWonCruqEzFqEzFqEzFSeU7Kk4qUzEqp4uHeFWMyqniTsVJZSqmYlQ+oXKn4o7KqEzFnYpRmYuHsC/cUPmOilF5p+KOylR8QuVOxaicLh7ipTIVo3KquKNyp+KkMhWfUHmn4jsq5uIhXhXfoTIVo3JSmYp3VE4Vd1ROKqeKUbmjMhcP8eIPlXdUpuITKlMxKlNxR+VU8U7FHZWpGJW5eAiB+FIxKlMxKu9UnFSm4o7KVNxRmYpRmYpRuVNxUjldPMSrYlSmYlSmYlSmYlROKlMxKu+oTMWonFTuVIzKVIzKVJwq5uIhBOJLxah8ouKkMhUnlakYlVPFqEzFqHxHxTsXD/GqOFV8h8o7FXcqThXvVNxROancuXiIl8pPVEzFJ1Sm4qQyFZ9QmYqTylSMyuniIV78UfEJlU+onCruVIzKqWJUThWfqBiVuXiIF39RuVNxR2UqRmUqRuU3qLxT8c7FQ7z4RxX/QuWOylTcUbmjcufiIV78I5WpmIp3VKbinYpRmYp3VKbipDIXD/HiLxXfUTEqp4qTylScKkZlKt5ROVXcUZmKuXgIgfiBilE5VYzKqWJUThV3VN6pGJVTxaicLh7iP9t2HYoFmn8QAAAAAElFTkSuQmCC'

export const action: TransferAction = {
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
}

export const upi = 'upi://pay?pa=tea@bank&pn=Tea%20Shop&am=1250.00&cu=INR'
/** The code of a banking app's link, as the server encodes it. */
export const upiCode: TransferAction['code'] = {
  size: 33,
  modules:
    '_o0rP8EreBBumtXrt1Q7VduvSzrsFlrVB_qqqv4BoL0Ai8tPfPyQoOm7scn_UwWz6ws-yM-RKpGMIkn1NC2YE4qC7yBOvMrU0Iij0VJARjCs6Lpyo-bdjjaMkMwKvrQTvJu65rtq-IBP4MR_rGir0EfikYusaW-d0ENbcuiFu_kEH90A_vie2IA',
}

/** Payment details without any field. */
export const emptyDetails: TransferAction = {
  type: 'transfer',
  card: null,
  recipient: null,
  bank: null,
  phone: null,
  iban: null,
  accountNumber: null,
  qr: null,
  scheme: null,
  formUrl: null,
}

/** A pending transfer with all payment details. */
export const transfer: ViewOf<'pending'> = {
  id: 'co_4f7Qm2Zr9Ks1Xb8Lw3Nt6V',
  order: '1042',
  status: 'pending',
  final: false,
  amount: { value: '1250.00', currency: 'UAH' },
  paid: null,
  method: 'transfer',
  methods: ['transfer', 'form'],
  attempts: 1,
  action,
  reason: null,
  retry: false,
  expiresAt: '2026-11-20T12:29:41.000Z',
  now: '2026-11-20T12:00:00.000Z',
  pollAfter: 3,
}

/** Before the payer has chosen a method. */
export const choosing: ViewOf<'choosing'> = {
  ...transfer,
  paid: null,
  status: 'choosing',
  method: null,
  attempts: 0,
  action: null,
}
export const form: ViewOf<'pending'> = {
  ...transfer,
  method: 'form',
  action: { type: 'redirect', url: 'https://form.example/pay?token=one-time' },
}
export const paid: ViewOf<'succeeded'> = {
  ...transfer,
  status: 'succeeded',
  final: true,
  pollAfter: null,
  action: null,
  paid: transfer.amount,
}
/** After a failure without a known reason. */
export const failed: ViewOf<'failed'> = {
  ...transfer,
  status: 'failed',
  action: null,
  reason: { code: null, group: 'none', key: 'unspecified' },
  retry: true,
  pollAfter: 15,
}
export const expired: ViewOf<'expired'> = { ...failed, status: 'expired', reason: null }
export const merchant: CheckoutView['merchant'] = {
  name: 'Tea Shop',
  support: { email: 'help@shop.example', phone: '+380 44 123 45 67', url: 'https://shop.example/help' },
}
/** Failed, and the payer can only turn to the shop. */
export const notPaid: ViewOf<'failed'> = { ...failed, retry: false, merchant }
export const claim = { number: '4TCVG-289VK', at: '2026-11-20T11:59:00.000Z' }
export const cards = [
  { id: 'sc_1', label: '•••• 6666' },
  { id: 'sc_2', label: '•••• 0007' },
]

export const payerId: PayerField = {
  key: 'payeerIdentifier',
  kind: 'text',
  required: true,
  maxLength: 32,
  hint: 'Eight letters or digits, in the profile of your banking app.',
}
export const email: PayerField = { key: 'email', kind: 'email', required: true }
export const phone: PayerField = { key: 'phone', kind: 'tel', required: true }
export const fullName: PayerField = { key: 'fullName', kind: 'text', required: true }
export const iban: PayerField = { key: 'iban', kind: 'iban', required: true }
const banks = ['monobank', 'Open Joint-Stock Company Reconstruction Bank of the Carpathian Region']
export const bank: PayerField = {
  key: 'bankName',
  kind: 'select',
  required: true,
  options: banks.map((label, index) => ({ value: `bank-${index}`, label })),
}

export const failedWith = (
  group: NonNullable<CheckoutView['reason']>['group'],
  key = 'unspecified',
): ViewOf<'failed'> => ({
  ...failed,
  method: 'form',
  reason: { code: '5.2.2.00', group, key },
})

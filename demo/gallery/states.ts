import type { CheckoutView, PaypaneOptions } from 'paypane'

type PayerField = NonNullable<NonNullable<CheckoutView['fields']>['transfer']>[number]
export type ViewOf<Status extends CheckoutView['status']> = Extract<CheckoutView, { status: Status }>
type TransferAction = Extract<CheckoutView['action'], { type: 'transfer' }>

/** One state of the widget: the server's responses and the payer's actions. */
export interface State {
  name: string
  /** The first response: a view, an error status, none, or a lost connection. */
  response: CheckoutView | number | 'pending' | 'offline'
  /** The problem code of an error status. Default: that of the status. */
  problem?: 'order_expired'
  options?: Partial<PaypaneOptions>
  /** English text that is on the screen once the state is reached. */
  expectedText: string
  /** Text that the payer types before that, by the selector of the input. */
  typed?: Readonly<Record<string, string>>
  /** Selectors of the elements to click, in this order. */
  clicks?: readonly string[]
  /** The response to later requests. Default: they stay pending. */
  nextResponse?: 'offline' | 'error' | CheckoutView
}

const png =
  'iVBORw0KGgoAAAANSUhEUgAAADoAAAA6CAYAAADhu0ooAAAAAklEQVR4AewaftIAAAMWSURBVOXBQWocWQAFwcyi73/lHD3w4mOKpiWL2VSEQPxAxUllKk4qUzEqU3FSeadiVH7i4iFe/FHxCZWTyidUpuJOxaicKu5UfEJlLh7ixV9U7lTcqfhExUllKk4VozIqU3FH5U7F6eIhXvwSlVPFSWUqpuL/dPEQL/6Ryh2VT6hMxZ2K33DxEC/+UvEdFaMyFe+o3FG5ozIVdyo+cfEQL/5Q+QmVqRiVqRiVqThVjMpUjMpUjModle+4eAj7wi9SOVXcUZmKUZmKUZmK33DxEC+VqRiVqRiVqRiVqXin4p2Kdyo+oTIVJ5WpmIuHsC98UZmKUblT8Y7KqWJUpuKOylScVO5UnFSm4qQyFw8hEF8q7qhMxah8omJUpmJUpuKkMhV3VE4Vd1TuXDyEQBwq7qhMxUllKkblExUnlak4qUzFHZWpOKlMxVw8hEB8qTipTMWonCruqEzFqEzFqEzFSeU7Kk4qUzEqp4uHeFWMyqniTsVJZSqmYlQ+oXKn4o7KqEzFnYpRmYuHsC/cUPmOilF5p+KOylR8QuVOxaicLh7ipTIVo3KquKNyp+KkMhWfUHmn4jsq5uIhXhXfoTIVo3JSmYp3VE4Vd1ROKqeKUbmjMhcP8eIPlXdUpuITKlMxKlNxR+VU8U7FHZWpGJW5eAiB+FIxKlMxKu9UnFSm4o7KVNxRmYpRmYpRuVNxUjldPMSrYlSmYlSmYlSmYlROKlMxKu+oTMWonFTuVIzKVIzKVJwq5uIhBOJLxah8ouKkMhUnlakYlVPFqEzFqHxHxTsXD/GqOFV8h8o7FXcqThXvVNxROancuXiIl8pPVEzFJ1Sm4qQyFZ9QmYqTylSMyuniIV78UfEJlU+onCruVIzKqWJUThWfqBiVuXiIF39RuVNxR2UqRmUqRuU3qLxT8c7FQ7z4RxX/QuWOylTcUbmjcufiIV78I5WpmIp3VKbinYpRmYp3VKbipDIXD/HiLxXfUTEqp4qTylScKkZlKt5ROVXcUZmKuXgIgfiBilE5VYzKqWJUThV3VN6pGJVTxaicLh7iP9t2HYoFmn8QAAAAAElFTkSuQmCC'

const action: TransferAction = {
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

const upi = 'upi://pay?pa=tea@bank&pn=Tea%20Shop&am=1250.00&cu=INR'
/** The code of a banking app's link, as the server encodes it. */
const upiCode: TransferAction['code'] = {
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
const form: ViewOf<'pending'> = {
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
const merchant: CheckoutView['merchant'] = {
  name: 'Tea Shop',
  support: { email: 'help@shop.example', phone: '+380 44 123 45 67', url: 'https://shop.example/help' },
}
/** Failed, and the payer can only turn to the shop. */
const notPaid: ViewOf<'failed'> = { ...failed, retry: false, merchant }
const claim = { number: '4TCVG-289VK', at: '2026-11-20T11:59:00.000Z' }
const cards = [
  { id: 'sc_1', label: '•••• 6666' },
  { id: 'sc_2', label: '•••• 0007' },
]

const payerId: PayerField = {
  key: 'payeerIdentifier',
  kind: 'text',
  required: true,
  maxLength: 32,
  hint: 'Eight letters or digits, in the profile of your banking app.',
}
const email: PayerField = { key: 'email', kind: 'email', required: true }
const phone: PayerField = { key: 'phone', kind: 'tel', required: true }
const fullName: PayerField = { key: 'fullName', kind: 'text', required: true }
const iban: PayerField = { key: 'iban', kind: 'iban', required: true }
const banks = ['monobank', 'Open Joint-Stock Company Reconstruction Bank of the Carpathian Region']
const bank: PayerField = {
  key: 'bankName',
  kind: 'select',
  required: true,
  options: banks.map((label, index) => ({ value: `bank-${index}`, label })),
}

const failedWith = (
  group: NonNullable<CheckoutView['reason']>['group'],
  key = 'unspecified',
): ViewOf<'failed'> => ({
  ...failed,
  method: 'form',
  reason: { code: '5.2.2.00', group, key },
})

/** Every state that a payer can see. The gallery, screenshots and axe tests use this list. */
export const groups: readonly { name: string; states: readonly State[] }[] = [
  {
    name: 'Before paying',
    states: [
      { name: 'loading', response: 'pending', expectedText: 'Loading the payment' },
      { name: 'choosing', response: choosing, expectedText: 'How would you like to pay?' },
      { name: 'choosing-saved-cards', response: { ...choosing, savedCards: cards }, expectedText: 'Remove' },
      {
        name: 'not-forgotten',
        response: { ...choosing, savedCards: cards },
        clicks: ['.delete button', '.delete .secondary'],
        nextResponse: 'error',
        expectedText: 'That didn’t work',
      },
      {
        name: 'starting',
        response: choosing,
        clicks: ['.method button'],
        expectedText: 'Preparing your payment',
      },
      {
        name: 'not-started',
        response: choosing,
        clicks: ['.method button'],
        nextResponse: 'error',
        expectedText: 'That didn’t work',
      },
      {
        name: 'preparing',
        response: { ...transfer, status: 'preparing', action: null },
        expectedText: 'Preparing your payment',
      },
    ],
  },
  {
    name: 'Paying',
    states: [
      { name: 'transfer', response: transfer, expectedText: 'Send exactly this amount' },
      {
        name: 'transfer-card',
        response: {
          ...transfer,
          action: { ...emptyDetails, card: '5168 7451 2345 6789', recipient: 'Ivan Petrenko' },
          expiresAt: null,
        },
        expectedText: '6789',
      },
      {
        name: 'transfer-qr',
        response: { ...transfer, action: { ...emptyDetails, qr: png, recipient: 'Ivan Petrenko' } },
        expectedText: 'Recipient',
      },
      {
        name: 'transfer-link',
        response: {
          ...transfer,
          amount: { value: '1250.00', currency: 'INR' },
          merchant,
          action: {
            ...emptyDetails,
            recipient: 'Tea Shop',
            qr: upi,
            code: upiCode,
            link: { url: upi, kind: 'upi' },
          },
        },
        expectedText: 'Open in your banking app',
      },
      {
        name: 'transfer-code',
        response: { ...transfer, action: { ...action, qr: upi, code: upiCode } },
        expectedText: 'QR code',
      },
      {
        name: 'transfer-broken-qr',
        response: { ...transfer, action: { ...action, qr: 'data:image/png;base64,AAAA' } },
        expectedText: 'QR code',
      },
      {
        name: 'transfer-long',
        response: {
          ...transfer,
          order: 'INV-2026-11-20-000000000000000000000000001042',
          amount: { value: '12345678901.12345678', currency: 'USDT_TRC20' },
          expiresAt: '2026-11-23T16:20:01.000Z',
          action: {
            ...action,
            recipient: 'Maximiliana Wilhelmina Konstantinopolskaya-Oleksandrivna von und zu Liechtenstein',
            bank: 'Open Joint-Stock Company Interregional Development and Reconstruction Bank of the Carpathian Region',
            iban: 'MT84MALT011000012345MTLCAST001SXYZ',
            scheme: 'SOME_SCHEME_THAT_NOBODY_HAS_HEARD_OF_YET',
          },
        },
        expectedText: '3 days',
      },
      {
        name: 'checking',
        response: transfer,
        clicks: ['.actions .secondary'],
        expectedText: 'Checking for your transfer',
      },
      { name: 'redirect', response: form, expectedText: 'Continue on the payment page' },
      { name: 'returned', response: form, clicks: ['.primary'], expectedText: 'Waiting for the result' },
      { name: 'pending', response: { ...transfer, action: null }, expectedText: 'Waiting for confirmation' },
    ],
  },
  {
    name: 'Paid',
    states: [
      { name: 'succeeded', response: paid, expectedText: 'Paid' },
      {
        name: 'succeeded-other-amount',
        response: { ...paid, paid: { value: '1200.00', currency: 'UAH' } },
        expectedText: '1,200.00',
      },
      { name: 'succeeded-late', response: failed, nextResponse: paid, expectedText: 'arrived after all' },
    ],
  },
  {
    name: 'Not paid',
    states: [
      { name: 'failed-transfer', response: failed, expectedText: 'don’t send it again' },
      {
        name: 'failed-transfer-final',
        response: { ...failed, final: true, retry: false },
        expectedText: 'don’t send it again',
      },
      {
        name: 'failed-refused',
        response: { ...failed, reason: { code: null, group: 'business', key: 'no-route' } },
        expectedText: 'pay another way',
      },
      {
        name: 'failed-attempts-limit',
        response: {
          ...failed,
          retry: false,
          reason: { code: null, group: 'business', key: 'attempts-limit' },
        },
        expectedText: 'Too many attempts for this order',
      },
      { name: 'failed-technical', response: failedWith('technical'), expectedText: 'technical problem' },
      {
        name: 'failed-authorization',
        response: failedWith('authorization'),
        expectedText: 'technical problem',
      },
      { name: 'failed-business', response: failedWith('business'), expectedText: 'declined' },
      { name: 'failed-risk', response: failedWith('risk'), expectedText: 'declined' },
      { name: 'failed-user', response: failedWith('user', 'cancel'), expectedText: 'cancelled' },
      { name: 'failed-3ds', response: failedWith('user', '3ds-failed'), expectedText: 'didn’t confirm' },
      { name: 'failed-issuer', response: failedWith('issuer'), expectedText: 'Your bank declined' },
      {
        name: 'failed-funds',
        response: failedWith('issuer', 'insufficient-funds'),
        expectedText: 'enough money',
      },
      { name: 'choosing-again', response: failed, clicks: ['.actions button'], expectedText: 'Back' },
      { name: 'expired', response: expired, expectedText: 'The time to pay has run out' },
      {
        name: 'expired-final',
        response: { ...expired, final: true, retry: false },
        expectedText: 'The time to pay has run out',
      },
    ],
  },
  {
    name: 'Blocking errors',
    states: [
      {
        name: 'connection-lost',
        response: transfer,
        nextResponse: 'offline',
        expectedText: 'Connection lost',
      },
      { name: 'connection-lost-at-first', response: 'offline', expectedText: 'Connection lost' },
      { name: 'not-found', response: 404, expectedText: 'We can’t find this payment' },
      { name: 'forbidden', response: 403, expectedText: 'We can’t find this payment' },
      { name: 'amount-changed', response: 409, expectedText: 'The order amount has changed' },
      {
        name: 'order-expired',
        response: 403,
        problem: 'order_expired',
        expectedText: 'This payment link has expired',
      },
      { name: 'unavailable', response: 422, expectedText: 'available right now' },
      { name: 'no-method', response: { ...choosing, methods: [] }, expectedText: 'available right now' },
    ],
  },
  {
    name: 'Payer fields',
    states: [
      {
        name: 'fields-single-method',
        response: { ...choosing, methods: ['transfer'], fields: { transfer: [payerId] } },
        expectedText: 'Your client ID',
      },
      {
        name: 'fields-several',
        response: {
          ...choosing,
          fields: { transfer: [bank, email, phone, { ...fullName, required: false }] },
        },
        clicks: ['.method button'],
        expectedText: '(optional)',
      },
      {
        name: 'fields-select',
        response: { ...choosing, fields: { transfer: [bank] } },
        clicks: ['.method button'],
        expectedText: 'monobank',
      },
      {
        name: 'fields-errors',
        response: { ...choosing, methods: ['transfer'], fields: { transfer: [bank, email, iban, payerId] } },
        typed: { '[type=email]': 'olena@', '[autocapitalize=characters]': 'UA21 3223 1300 0002 6007' },
        clicks: ['.payer-fields .primary'],
        expectedText: 'Please check the IBAN',
      },
      {
        name: 'fields-of-saved-card',
        response: { ...choosing, savedCards: cards, fields: { 'saved-card': [email] } },
        clicks: ['.method button'],
        expectedText: 'E-mail',
      },
      {
        name: 'fields-at-retry',
        response: { ...failed, methods: ['form'], method: 'form', fields: { form: [email, phone] } },
        clicks: ['.actions button'],
        expectedText: 'Phone number',
      },
    ],
  },
  {
    name: 'The payer is led',
    states: [
      {
        name: 'transfer-of-shop',
        response: { ...transfer, merchant, canReplace: true },
        expectedText: 'Tea Shop receives payments',
      },
      {
        name: 'reported-sent',
        response: { ...transfer, merchant, reportedSentAt: '2026-11-20T11:59:00.000Z' },
        expectedText: 'Marked as sent',
      },
      {
        name: 'reported-sent-slow',
        response: { ...transfer, merchant, reportedSentAt: '2026-11-20T11:50:00.000Z' },
        expectedText: 'taking longer than usual',
      },
      {
        name: 'choosing-instead',
        response: { ...transfer, canReplace: true },
        clicks: ['.another-way button'],
        expectedText: 'Only if you haven’t sent money',
      },
      {
        name: 'expired-switchable',
        response: { ...expired, retry: false, canReplace: true, merchant },
        expectedText: 'I haven’t sent anything',
      },
      {
        name: 'expired-reported-sent',
        response: { ...expired, retry: false, merchant, reportedSentAt: '2026-11-20T11:58:00.000Z' },
        expectedText: 'Checking for your transfer',
      },
      {
        name: 'underpaid',
        response: { ...transfer, action: null, merchant, paid: { value: '1125.00', currency: 'UAH' } },
        expectedText: 'The shop decides what happens next',
      },
      {
        name: 'succeeded-next',
        response: {
          ...paid,
          merchant,
          next: {
            text: 'We pack your tea today. The tracking number follows by e-mail.',
            url: 'https://shop.example/orders/1042',
          },
        },
        expectedText: 'We pack your tea',
      },
      {
        name: 'transfer-last-minute',
        response: { ...transfer, expiresAt: '2026-11-20T12:00:45.000Z' },
        expectedText: 'Don’t start now',
      },
      {
        name: 'failed-back-to-shop',
        response: { ...notPaid, next: { url: 'https://shop.example/orders/1042' } },
        expectedText: 'Back to Tea Shop',
      },
      {
        name: 'transfer-more-time',
        response: { ...transfer, canExtend: true, expiresAt: '2026-11-20T12:04:30.000Z' },
        expectedText: 'I need more time',
      },
    ],
  },
  {
    name: 'Claims and refunds',
    states: [
      {
        name: 'claim-offered',
        response: { ...notPaid, canClaim: true },
        expectedText: 'I’ve sent the money',
      },
      {
        name: 'claim-open',
        response: { ...notPaid, claim: { ...claim, state: 'open' }, canClaim: true },
        expectedText: 'Send details',
      },
      {
        name: 'claim-with-details',
        response: {
          ...notPaid,
          claim: { ...claim, state: 'open', text: 'We decide within one working day.' },
        },
        expectedText: 'We decide within one working day',
      },
      {
        name: 'claim-declined',
        response: {
          ...notPaid,
          canClaim: true,
          claim: { ...claim, state: 'declined', reason: 'wrong_receipt', text: 'It is of another day.' },
        },
        expectedText: 'It is of another day',
      },
      {
        name: 'succeeded-refunds',
        response: {
          ...paid,
          merchant,
          refunds: [
            { amount: { value: '250.00', currency: 'UAH' }, state: 'succeeded' },
            { amount: { value: '100.00', currency: 'UAH' }, state: 'pending' },
          ],
        },
        expectedText: 'The money is on its way to you',
      },
    ],
  },
]

export const states: readonly State[] = groups.flatMap(({ states }) => states)

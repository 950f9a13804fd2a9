import type { CheckoutView } from 'paypane'
import {
  action,
  bank,
  cards,
  choosing,
  claim,
  email,
  emptyDetails,
  expired,
  failed,
  failedWith,
  form,
  fullName,
  iban,
  merchant,
  notPaid,
  paid,
  payerId,
  phone,
  png,
  transfer,
  upi,
  upiCode,
} from './views.ts'

/** One state of the widget: the server's responses and the payer's actions. */
export interface State {
  name: string
  title: string
  /** English text that is on the screen once the state is reached. */
  expectedText: string
  /** The first response: a view, an error status, none, or a lost connection. */
  response: CheckoutView | number | 'pending' | 'offline'
  /** The problem code of an error status. Default: that of the status. */
  problem?: 'order_expired'
  /** Text that the payer types before that, by the selector of the input. */
  typed?: Readonly<Record<string, string>>
  /** Selectors of the elements to click, in this order. */
  clicks?: readonly string[]
  /** The response to later requests. Default: they stay pending. */
  nextResponse?: 'offline' | 'error' | CheckoutView
}

const state = (
  name: string,
  title: string,
  expectedText: string,
  response: State['response'],
  more: Partial<State> = {},
): State => ({ name, title, expectedText, response, ...more })

/** Every state that a payer can see. The gallery, screenshots and axe tests use this list. */
export const groups: readonly { name: string; states: readonly State[] }[] = [
  {
    name: 'Before paying',
    states: [
      state('loading', 'Loading', 'Loading the payment', 'pending'),
      state('choosing', 'Choosing how to pay', 'How would you like to pay?', choosing),
      state('choosing-saved-cards', 'Choosing, with saved cards', 'Remove', {
        ...choosing,
        savedCards: cards,
      }),
      state(
        'not-forgotten',
        'A saved card could not be removed',
        'That didn’t work',
        { ...choosing, savedCards: cards },
        { clicks: ['.delete button', '.delete .secondary'], nextResponse: 'error' },
      ),
      state('starting', 'Starting a payment', 'Preparing your payment', choosing, {
        clicks: ['.method button'],
      }),
      state('not-started', 'The payment did not start', 'That didn’t work', choosing, {
        clicks: ['.method button'],
        nextResponse: 'error',
      }),
      state('preparing', 'Preparing the payment details', 'Preparing your payment', {
        ...transfer,
        status: 'preparing',
        action: null,
      }),
    ],
  },
  {
    name: 'Paying',
    states: [
      state('transfer', 'A transfer with every detail', 'Send exactly this amount', transfer),
      state('transfer-card', 'A transfer to a card', '6789', {
        ...transfer,
        action: { ...emptyDetails, card: '5168 7451 2345 6789', recipient: 'Ivan Petrenko' },
        expiresAt: null,
      }),
      state('transfer-qr', 'A transfer by QR code', 'Recipient', {
        ...transfer,
        action: { ...emptyDetails, qr: png, recipient: 'Ivan Petrenko' },
      }),
      state('transfer-link', 'A transfer that opens a banking app', 'Open in your banking app', {
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
      }),
      state('transfer-code', 'A transfer with the server’s code', 'QR code', {
        ...transfer,
        action: { ...action, qr: upi, code: upiCode },
      }),
      state('transfer-broken-qr', 'A QR code that cannot be read', 'QR code', {
        ...transfer,
        action: { ...action, qr: 'data:image/png;base64,AAAA' },
      }),
      state('transfer-long', 'Long names and amounts', '3 days', {
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
      }),
      state('checking', 'The payer has sent the money', 'Checking for your transfer', transfer, {
        clicks: ['.actions .secondary'],
      }),
      state('redirect', 'Before the payment page', 'Continue on the payment page', form),
      state('returned', 'Back from the payment page', 'Waiting for the result', form, {
        clicks: ['.primary'],
      }),
      state('pending', 'Waiting for confirmation', 'Waiting for confirmation', { ...transfer, action: null }),
    ],
  },
  {
    name: 'Paid',
    states: [
      state('succeeded', 'Paid', 'Paid', paid),
      state('succeeded-other-amount', 'Paid, another amount', '1,200.00', {
        ...paid,
        paid: { value: '1200.00', currency: 'UAH' },
      }),
      state('succeeded-late', 'Paid after all', 'arrived after all', failed, { nextResponse: paid }),
    ],
  },
  {
    name: 'Not paid',
    states: [
      state('failed-transfer', 'A transfer not received', 'don’t send it again', failed),
      state('failed-transfer-final', 'A transfer not received, for good', 'don’t send it again', {
        ...failed,
        final: true,
        retry: false,
      }),
      state('failed-refused', 'Refused: no route', 'pay another way', {
        ...failed,
        reason: { code: null, group: 'business', key: 'no-route' },
      }),
      state('failed-attempts-limit', 'Too many attempts', 'Too many attempts for this order', {
        ...failed,
        retry: false,
        reason: { code: null, group: 'business', key: 'attempts-limit' },
      }),
      state('failed-technical', 'A technical problem', 'technical problem', failedWith('technical')),
      state(
        'failed-authorization',
        'The shop was not authorized',
        'technical problem',
        failedWith('authorization'),
      ),
      state('failed-business', 'Declined', 'declined', failedWith('business')),
      state('failed-risk', 'Declined: risk', 'declined', failedWith('risk')),
      state('failed-user', 'Cancelled by the payer', 'cancelled', failedWith('user', 'cancel')),
      state('failed-3ds', 'Not confirmed at the bank', 'didn’t confirm', failedWith('user', '3ds-failed')),
      state('failed-issuer', 'Declined by the bank', 'Your bank declined', failedWith('issuer')),
      state(
        'failed-funds',
        'Not enough money on the card',
        'enough money',
        failedWith('issuer', 'insufficient-funds'),
      ),
      state('choosing-again', 'Another way after a failure', 'Back', failed, { clicks: ['.actions button'] }),
      state('expired', 'The time has run out', 'The time to pay has run out', expired),
      state('expired-final', 'The time has run out, for good', 'The time to pay has run out', {
        ...expired,
        final: true,
        retry: false,
      }),
    ],
  },
  {
    name: 'Blocking errors',
    states: [
      state('connection-lost', 'Connection lost while paying', 'Connection lost', transfer, {
        nextResponse: 'offline',
      }),
      state('connection-lost-at-first', 'Connection lost at the start', 'Connection lost', 'offline'),
      state('not-found', 'Unknown payment', 'We can’t find this payment', 404),
      state('forbidden', 'Not this payer’s payment', 'We can’t find this payment', 403),
      state('amount-changed', 'The amount has changed', 'The order amount has changed', 409),
      state('order-expired', 'The link has expired', 'This payment link has expired', 403, {
        problem: 'order_expired',
      }),
      state('unavailable', 'Payments unavailable', 'available right now', 422),
      state('no-method', 'No method to choose', 'available right now', { ...choosing, methods: [] }),
    ],
  },
  {
    name: 'Payer fields',
    states: [
      state('fields-single-method', 'Fields of the only method', 'Your client ID', {
        ...choosing,
        methods: ['transfer'],
        fields: { transfer: [payerId] },
      }),
      state(
        'fields-several',
        'Several fields',
        '(optional)',
        {
          ...choosing,
          fields: { transfer: [bank, email, phone, { ...fullName, required: false }] },
        },
        { clicks: ['.method button'] },
      ),
      state(
        'fields-select',
        'Choosing from a list',
        'monobank',
        { ...choosing, fields: { transfer: [bank] } },
        { clicks: ['.method button'] },
      ),
      state(
        'fields-errors',
        'Fields to correct',
        'Please check the IBAN',
        { ...choosing, methods: ['transfer'], fields: { transfer: [bank, email, iban, payerId] } },
        {
          typed: { '[type=email]': 'olena@', '[autocapitalize=characters]': 'UA21 3223 1300 0002 6007' },
          clicks: ['.payer-fields .primary'],
        },
      ),
      state(
        'fields-of-saved-card',
        'Fields of a saved card',
        'E-mail',
        { ...choosing, savedCards: cards, fields: { 'saved-card': [email] } },
        { clicks: ['.method button'] },
      ),
      state(
        'fields-at-retry',
        'Fields before another attempt',
        'Phone number',
        { ...failed, methods: ['form'], method: 'form', fields: { form: [email, phone] } },
        { clicks: ['.actions button'] },
      ),
    ],
  },
  {
    name: 'The payer is led',
    states: [
      state('transfer-of-shop', 'A transfer with the shop’s name', 'Tea Shop receives payments', {
        ...transfer,
        merchant,
        canReplace: true,
      }),
      state('reported-sent', 'Reported as sent', 'Marked as sent', {
        ...transfer,
        merchant,
        reportedSentAt: '2026-11-20T11:59:00.000Z',
      }),
      state('reported-sent-slow', 'Reported as sent, and it takes long', 'taking longer than usual', {
        ...transfer,
        merchant,
        reportedSentAt: '2026-11-20T11:50:00.000Z',
      }),
      state(
        'choosing-instead',
        'Switching to another way',
        'Only if you haven’t sent money',
        { ...transfer, canReplace: true },
        { clicks: ['.another-way button'] },
      ),
      state('expired-switchable', 'Time over, another way offered', 'I haven’t sent anything', {
        ...expired,
        retry: false,
        canReplace: true,
        merchant,
      }),
      state('expired-reported-sent', 'Time over, reported as sent', 'Checking for your transfer', {
        ...expired,
        retry: false,
        merchant,
        reportedSentAt: '2026-11-20T11:58:00.000Z',
      }),
      state('underpaid', 'Too little received', 'The shop decides what happens next', {
        ...transfer,
        action: null,
        merchant,
        paid: { value: '1125.00', currency: 'UAH' },
      }),
      state('succeeded-next', 'Paid, and what comes next', 'We pack your tea', {
        ...paid,
        merchant,
        next: {
          text: 'We pack your tea today. The tracking number follows by e-mail.',
          url: 'https://shop.example/orders/1042',
        },
      }),
      state('transfer-last-minute', 'The last minute', 'Don’t start now', {
        ...transfer,
        expiresAt: '2026-11-20T12:00:45.000Z',
      }),
      state('failed-back-to-shop', 'Not paid, back to the shop', 'Back to Tea Shop', {
        ...notPaid,
        next: { url: 'https://shop.example/orders/1042' },
      }),
      state('transfer-more-time', 'More time offered', 'I need more time', {
        ...transfer,
        canExtend: true,
        expiresAt: '2026-11-20T12:04:30.000Z',
      }),
    ],
  },
  {
    name: 'Claims and refunds',
    states: [
      state('claim-offered', 'A claim is possible', 'I’ve sent the money', { ...notPaid, canClaim: true }),
      state('claim-open', 'A claim is open', 'Send details', {
        ...notPaid,
        claim: { ...claim, state: 'open' },
        canClaim: true,
      }),
      state('claim-with-details', 'A claim with details', 'We decide within one working day', {
        ...notPaid,
        claim: { ...claim, state: 'open', text: 'We decide within one working day.' },
      }),
      state('claim-declined', 'A claim was declined', 'It is of another day', {
        ...notPaid,
        canClaim: true,
        claim: { ...claim, state: 'declined', reason: 'wrong_receipt', text: 'It is of another day.' },
      }),
      state('succeeded-refunds', 'Paid, with refunds', 'The refund is being processed', {
        ...paid,
        merchant,
        refunds: [
          { amount: { value: '250.00', currency: 'UAH' }, state: 'succeeded' },
          { amount: { value: '100.00', currency: 'UAH' }, state: 'pending' },
        ],
      }),
    ],
  },
]

export const states: readonly State[] = groups.flatMap(({ states }) => states)

import {
  type CheckoutView,
  createSession,
  type ErrorCode,
  mount,
  type Paypane,
  type PaypaneOptions,
} from 'paypane'
import type {} from 'paypane/element'
import { Paypane as ReactPaypane } from 'paypane/react'
import { expectTypeOf, test } from 'vitest'

// The compiler is what fails here: `npx tsc --noEmit`, in `npm run check`.

type ViewDetail = { view: CheckoutView }

test('the status of a view narrows its members', () => {
  type ViewOf<Status extends CheckoutView['status']> = Extract<CheckoutView, { status: Status }>
  expectTypeOf<ViewOf<'choosing'>['attempts']>().toEqualTypeOf<0>()
  expectTypeOf<ViewOf<'preparing'>['action']>().toEqualTypeOf<null>()
  expectTypeOf<ViewOf<'pending'>['pollAfter']>().toEqualTypeOf<number>()
  expectTypeOf<ViewOf<'pending'>['reason']>().toEqualTypeOf<null>()
  expectTypeOf<ViewOf<'succeeded'>['paid']>().toEqualTypeOf<CheckoutView['amount']>()
  expectTypeOf<ViewOf<'succeeded'>['pollAfter']>().toEqualTypeOf<null>()
  expectTypeOf<ViewOf<'failed'>['reason']>().not.toBeNullable()
  expectTypeOf<ViewOf<'expired'>['action']>().toEqualTypeOf<null>()
})

test('options are typed, and invalid values are errors', () => {
  expectTypeOf(mount).parameter(1).toEqualTypeOf<PaypaneOptions>()
  expectTypeOf<PaypaneOptions['endpoint']>().toEqualTypeOf<string>()
  expectTypeOf<PaypaneOptions['theme']>().toEqualTypeOf<'auto' | 'light' | 'dark' | undefined>()
  expectTypeOf<PaypaneOptions['initialView']>().toEqualTypeOf<CheckoutView | undefined>()
  expectTypeOf<HTMLElementTagNameMap['pay-pane']>().toExtend<Partial<PaypaneOptions>>()
  expectTypeOf<HTMLElementTagNameMap['pay-pane']['view']>().toEqualTypeOf<CheckoutView | null>()
  expectTypeOf(createSession).returns.toHaveProperty('reportSent')
  // @ts-expect-error: unknown theme
  expectTypeOf({ endpoint: '/pay', theme: 'purple' } as const).toExtend<PaypaneOptions>()
  // @ts-expect-error: unknown message key
  expectTypeOf({ endpoint: '/pay', messages: { payed: 'Paid' } }).toEqualTypeOf<PaypaneOptions>()
})

test('events are typed on the document, on an element and as callbacks', () => {
  expectTypeOf<DocumentEventMap['paypane-success']>().toEqualTypeOf<CustomEvent<ViewDetail>>()
  expectTypeOf<HTMLElementEventMap['paypane-error']>().toEqualTypeOf<CustomEvent<{ code: ErrorCode }>>()
  expectTypeOf<HTMLElementEventMap['paypane-copy']>().toEqualTypeOf<CustomEvent<{ field: string }>>()
  type OnSuccess = ((event: CustomEvent<ViewDetail>) => void) | undefined
  expectTypeOf(ReactPaypane).parameter(0).toHaveProperty('onSuccess').toEqualTypeOf<OnSuccess>()
  expectTypeOf<InstanceType<typeof Paypane>['props']>().toHaveProperty('onSuccess').toEqualTypeOf<OnSuccess>()
})

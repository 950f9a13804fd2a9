import type { PaypaneEvents } from './events.ts'
import type { PaypaneAttributes } from './pay-pane.ts'

/** The handlers of the widget's events, as a template names them: `onpaypane-success`. */
export type EventHandlers<Prefix extends string = 'on'> = {
  [Name in keyof PaypaneEvents as `${Prefix}${Name}`]?:
    | ((event: CustomEvent<PaypaneEvents[Name]>) => void)
    | undefined
}

/** What a template of a framework accepts on `<pay-pane>`, besides what it accepts on every element. */
export type PaypaneElementProps<ElementProps, Prefix extends string = 'on'> = PaypaneAttributes &
  EventHandlers<Prefix> &
  Omit<ElementProps, keyof PaypaneAttributes>

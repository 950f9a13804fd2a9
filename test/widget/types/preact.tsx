/** @jsxImportSource preact */
// The compiler is what fails here: `npx tsc --noEmit`.
import type {} from 'paypane/types/preact'

export const page = (
  <div>
    <pay-pane endpoint="/pay" order="1042" theme="dark" id="pay" />
    <pay-pane endpoint="/pay" order={async () => 'token'} messages={{ succeeded: 'Thank you' }} />
    <pay-pane endpoint="/pay" onpaypane-success={(event) => event.detail.view.order.length} />
    <pay-pane ref={(element) => element?.refresh()} />
    {/* @ts-expect-error: unknown theme */}
    <pay-pane endpoint="/pay" theme="purple" />
    {/* @ts-expect-error: the event has another detail */}
    <pay-pane onpaypane-error={(event: CustomEvent<{ view: string }>) => event.detail.view} />
  </div>
)

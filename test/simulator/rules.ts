/** What the simulator checks of a rule of money. */
interface Rule {
  says: string
  /** Parts of the messages of the invariants that state it. */
  invariants: string[]
  /** Mutants that break it, by what they undo. */
  mutants: string[]
}

/** By rule of money. */
const table = `
1  Write ahead
   ∀ was sent before it was stored
   ✗ an attempt is stored before it is sent
2  Three outcomes of a create
   ∀ is refused, but the service never refused it ¦ was called absent, although the service has it
   ✗ not every 4xx is a refusal ¦ an error of the service is no refusal ¦ a duplicate error proves an order
3  Unknown is resolved, never repeated
   ∀ was sent again before two lookups had found nothing ¦ was not sent again, although ¦ is undecided without a review ¦ no operator has received ¦ was given up, although nobody has decided that ¦ can be paid twice: as ¦ was reviewed as unresolved after ¦ although a callback of it has come since
   ✗ what no key decrypts is not given up ¦ a payout that is created again is the same order ¦ what is undecided gets its time ¦ two lookups precede sending again ¦ not found counts once no create is in flight ¦ every undecided attempt has a deadline ¦ a status that is not documented has a deadline ¦ a payout that may not exist is sent again ¦ what is called back meanwhile is not discarded ¦ each callback doubts a discard
4  After a refusal, look before moving on
   ∀ was called absent after ¦ was sent while another may be paid ¦ repeats the pipeline
   ✗ a cascade repeats no pipeline ¦ a refused deposit is looked up ¦ not found while a create was under way counts for nothing ¦ a refused payout is looked up ¦ a payout fails after two lookups
5  A found order has no payment details
   ∀ lacks payment details twice in a row, without a review ¦ waits for a payer who does not see where to pay ¦ asks for a payment and does not say where to
   ✗ the second order without paymentDetails needs review ¦ a bank is no place to pay to ¦ an empty text is no number
6  Success is never taken back
   ∀ moved from ¦ after it had succeeded ¦ after it has shown succeeded ¦ succeeded in another currency ¦ failed after success in another currency
   ✗ success is never reversed ¦ money in another currency is not the payment ¦ a failure after success in another currency is late news ¦ a failed form stays failed ¦ a page never takes success back
7  A callback proves only what is signed
   ∀ but the service never reported it ¦ a callback of ¦ that its key has not signed ¦ was accepted, and its review
   ✗ a callback that is confirmed later needs no operator ¦ another amount confirms no callback ¦ a callback needs its signature ¦ a callback counts for the pipelines of its key ¦ one key that is shared is not enough ¦ a final callback is confirmed ¦ a contradicted callback stands at its deadline
8  Accept, store, acknowledge, then act
   ∀ no operator received the
   ✗ another amount is no duplicate ¦ a callback that fits no attempt reaches an operator
9  Events at least once, in order
   ∀ is out of order ¦ events, but ¦ has other events than ¦ says that ¦ is paid with ¦ counts as paid with ¦ does not count as paid with ¦ was announced ¦ payments were reviewed ¦ and too many reviews of them ¦ payment, and is not
   ✗ a second payment is reviewed ¦ what pays a paid order is surplus ¦ a second payment is reviewed once ¦ a failed event is delivered again ¦ events of an entry are delivered in order ¦ an event says what was paid ¦ the tolerance of the order counts ¦ no more than the tolerance is missing
10 Expired is our word
   ∀ shows payment details of attempt ¦ is shown as ¦ keeps payment details that are hidden ¦ got more time
   ✗ more time only while it can be paid ¦ expiry deletes paymentDetails ¦ an expired order shows no payment details ¦ late money is watched for
11 Secrets
   ∀ What a retired key has sealed is left ¦ contains a secret ¦ still has its body or payment details
   ✗ what no key decrypts is left as it is ¦ payment details get the new seal key ¦ a saved card gets the new seal key ¦ the body of a payout is stored sealed ¦ paymentDetails are deleted at the end
12 Amounts are decimal text
   ∀ and was sent with ¦ is not of its amount ¦ is an order in
   ✗ an amount is rounded half-up ¦ an attempt is in the currency of its order ¦ another currency is another price
13 Guarded writes
   ∀ two writes of
   ✗ a write is made over its version only ¦ a version is given once ¦ a response is of its attempt
14 The order of arrival does not matter
   ∀ at the service ¦ is in no report
   ✗ a callback of another amount outlasts a lookup under way ¦ success outweighs a failure that also waits ¦ an unconfirmed callback is looked up ¦ a failed transfer is watched
15 Unknown values are not success
   ∀ succeeded, but never at the service ¦ needs a review, although only the requested one was named ¦ no operator has received that
   ✗ an unknown status is not success ¦ an unknown status after success reaches an operator ¦ a stale status does not change what was paid ¦ an amount that is null is one that is not named
16 Replacing is not cancelling
   ∀ was replaced, although ¦ was replaced more than three times ¦ nothing looks up ¦ and was reported as sent
   ✗ only what is placed is reported as sent ¦ reported money is not replaced ¦ a lookup precedes setting aside ¦ three times a checkout ¦ a replaced attempt is watched
17 Numbers from outside keep their digits
   ∀ Digits were lost
   ✗ numbers keep their digits
18 Nobody acts beyond their right
   ∀ was sent without an approval ¦ was approved by ¦ has no audit record ¦ since its deletion has reported ¦ the secret of another checkout ¦ was refused for ¦ the token of ¦ cards to a token of the customer ¦ was charged to ¦ has deleted a card of ¦ an older token has opened ¦ was acknowledged twice ¦ was paid out on ¦ another payout under ¦ was not deleted, although it exists
   ✗ a card can be deleted ¦ a reference is one payout ¦ the terms of a newer token stay ¦ a review is acknowledged once ¦ a day pays out no more than its limit ¦ a card is listed to its customer ¦ a card is deleted by its customer ¦ nobody approves their own payout ¦ who has the address of a refund does not approve it ¦ a payout waits for its approval ¦ an approval has an audit record
19 Retention removes personal data, never ids, amounts and states
   ∀ had the order ¦ , and is of ¦ is erased, and still has ¦ was erased by retention, although
   ✗ erasing keeps what later news needs ¦ whom an erased payout has paid is erased ¦ what was decided about an erased payment is erased ¦ what is watched is not erased ¦ what waits for an operator is not erased ¦ what is claimed is not erased
20 A claim never moves a payment
   ∀ and a claim made it ¦ was accepted unpaid ¦ has no way to a claim ¦ is paid with an open claim ¦ has more than one open claim
   ✗ a report of what can be paid claims nothing ¦ an operator declines one claim ¦ a claim moves no payment ¦ only the money accepts a claim ¦ a failed transfer can be claimed ¦ a transfer before a form that failed can be claimed ¦ what is paid accepts its claim ¦ a paid order is not claimed
21 Refunds never exceed what was received
   ∀ was requested again, and ¦ has refunds of ¦ goes back ¦ , its payout ¦ a payout that is none of its refunds
   ✗ the same refund is requested once ¦ what a payout pays beyond its refund counts ¦ a failed refund that is paid stays reserved ¦ a refund is one payout ¦ a refund stays within what was received ¦ a requested refund is reserved ¦ a refund is of what was paid ¦ money that goes back pays nothing
22 Nothing is taken from an order that is not ours
   ∀ by an order of another system ¦ from an order of another system
   ✗ nothing is taken from a foreign order ¦ no amount is taken from a foreign order ¦ a foreign order that was discarded is reviewed again
`

export const rules: ReadonlyMap<number, Rule> = new Map(
  table
    .trim()
    .split(/\n(?=\d)/)
    .map((row): [number, Rule] => {
      const [, number, says = '', invariants = '', mutants = ''] =
        /^(\d+) +(.*)\n +∀ (.*)\n +✗ (.*)$/.exec(row) ?? []
      return [Number(number), { says, invariants: invariants.split(' ¦ '), mutants: mutants.split(' ¦ ') }]
    }),
)

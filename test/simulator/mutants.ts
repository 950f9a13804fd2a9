/** A planted fault: one rule or fix undone by one replacement in the source. */
export interface Mutant {
  undoes: string
  file: string
  from: string
  to: string
}

/** By file: what it undoes, the text in the source, and what replaces it. */
const planted = String.raw`
server/rules/attempt/transitions.ts
  success is never reversed ¦ found_failed: 'contradiction' ¦ found_failed: 'failed'
  an unknown status after success reaches an operator ¦ succeeded: {\n    found_unclear: 'contradiction',\n ¦ succeeded: {\n
  a failed form stays failed ¦ found_success: 'contradiction' ¦ found_success: 'succeeded'
  a failed transfer is corrected ¦ failed_transfer: {\n    found_success: 'succeeded' ¦ failed_transfer: {\n    found_success: 'failed'
  an unknown status is not success ¦ status === 'Success' ? 'success' ¦ ['Success', 'Frozen'].includes(status) ? 'success'
  paymentDetails are deleted at the end ¦ paymentDetails: isFinal ? null : attempt.paymentDetails ¦ paymentDetails: attempt.paymentDetails
  the history is read again after the end ¦ historyComplete: false ¦ historyComplete: isFinal
server/rules/checkout/checkout.ts
  nothing follows an undecided attempt ¦ !isUndecided(attempt) &&\n  !may ¦ !may
  nothing follows paymentDetails that can be paid ¦ (attempt.state !== 'placed' || attempt.detailsLost || attempt.replacedAt !== null) && ¦
  more time only while it can be paid ¦ if (!canExtend(checkout, at, policy)) return null ¦ if (canExtend(checkout, at, policy)) return null
  only what is placed is reported as sent ¦ attempt.state !== 'placed' || (attempt.reportedSentAt ¦ attempt.state !== 'placed' && (attempt.reportedSentAt
  only absent attempts are renewed ¦ checkout.attempts.every(isAbsent) && ¦ (checkout.attempts.length === 0 || checkout.attempts.some(isAbsent)) &&
  an absent checkout is renewed ¦ at >= checkout.expiresAt && checkout.attempts ¦ at < 0 && checkout.attempts
  expiry deletes paymentDetails ¦ map((attempt) => ({ ...attempt, paymentDetails: null })) ¦ map((attempt) => attempt)
  a checkout has so many attempts ¦ attempts.length - reopenedAfter < maxAttempts ¦ attempts.length - reopenedAfter < maxAttempts + 3
server/rules/entry.ts
  each callback doubts a discard ¦ isDoubtedAgain ? renewDoubt(changed, moment.at) : changed ¦ isDoubtedAgain ? changed : changed
  two lookups precede sending again ¦ attempt.notFoundCount < 2 ¦ attempt.notFoundCount < 1
  an expired checkout sends nothing again ¦ entry.kind === 'payout' || isLive(entry, at) ¦ entry !== null
  the second order without paymentDetails needs review ¦ after.detailsLost && attempts ¦ !after.detailsLost && attempts
  a payout that may not exist is sent again ¦ entry.kind === 'payout' || isLive(entry, at) ¦ entry.kind !== 'payout' && isLive(entry, at)
server/rules/checkout/terms.ts
  the terms of a newer token stay ¦ given.issuedAt < stored.issuedAt && !statesTheSame(given, stored) ¦ given.issuedAt < 0 && !statesTheSame(given, stored)
server/rules/attempt/attempt.ts
  not found counts once no create is in flight ¦ !mightArriveLater && !provesNothing ¦ !provesNothing
  a duplicate error proves an order ¦ attempt.knownToExist || precedesDoubt ¦ precedesDoubt
  a refused deposit is looked up ¦ confirmedAbsent: provesNoOrder(attempt, status) ¦ confirmedAbsent: attempt.profile !== 'payout' || provesNoOrder(attempt, status)
  a refused payout is looked up ¦ confirmedAbsent: provesNoOrder(attempt, status) ¦ confirmedAbsent: attempt.profile === 'payout'
  not while its create is in flight ¦ wasSending || (attempt.profile === 'payout' && mightArriveLater) ¦ at < 0
  not found while a create was under way counts for nothing ¦ wasSending || (attempt.profile === 'payout' && mightArriveLater) ¦ attempt.profile === 'payout' && mightArriveLater
  a failed lookup leads to a review ¦ escalateIfOverdue(countFailedLookup(logActivity(attempt, at, update), at), at, policy) ¦ countFailedLookup(logActivity(attempt, at, update), at)
  a late response places nothing by itself ¦ attempt.state === 'sending' && attempt.sendCount === update.sendNumber ¦ attempt.state !== 'placed'
  a resent create is counted from now ¦ sentAt: at,\n        notFoundCount: 0 ¦ notFoundCount: 0
server/rules/attempt/found-order.ts
  a status that is not documented has a deadline ¦ isAnswered ? null : (attempt.unansweredSince ?? at) ¦ null
  a status that is not documented reaches an operator ¦ return escalateIfOverdue(acceptFound(attempt, merged, order, at, policy), at, policy) ¦ return acceptFound(attempt, merged, order, at, policy)
  a callback that is confirmed later needs no operator ¦ return compareAccepted(before, moveState(withAmount, inputOf(order), at), status, at) ¦ return moveState(withAmount, inputOf(order), at)
  another amount confirms no callback ¦ before.state === 'succeeded' && isSameAmount ¦ before.state === 'succeeded'
  a status that is not documented closes no review ¦ isAnswered ? undecidedReasons : (['foreign'] as const) ¦ undecidedReasons
  a status that is not documented completes no history ¦ isAnswered && attempt.finalAt ¦ attempt.finalAt
  a confirmation without amount keeps the signed one ¦ [order.amount, signedAmount(before)] ¦ [order.amount]
  money in another currency is not the payment ¦ if (isSuccess && otherCurrencyOf(attempt, order) !== null) ¦ if (isSuccess && otherCurrencyOf(attempt, order) === '')
  a lookup requested before the last one counts no longer ¦ since !== foundAt ¦ since === -1
  nothing is taken from a foreign order ¦ if (isForeign(attempt, order)) return 'foreign'\n ¦
  no card is taken from a foreign order ¦ return applyForeign(attempt, order, at) ¦ return applyForeign({ ...attempt, card: reportedCard(order.externalParams) }, order, at)
  no amount is taken from a foreign order ¦ return applyForeign(attempt, order, at) ¦ return applyForeign(withOpenAmount(attempt, order.amount), order, at)
server/rules/attempt/payment-details.ts
  a bank is no place to pay to ¦ (destinationOf(details) ?? details.qr) !== null ¦ (destinationOf(details) ?? details.qr ?? details.bank) !== null
server/rules/attempt/foreign-order.ts
  a foreign order that was discarded is reviewed again ¦ review: coversDoubt(attempt) ? attempt.review : null ¦ review: attempt.review
  a foreign order stays flagged ¦ before.foreignId ?? after.externalId ¦ after.externalId
  an order in another currency is foreign ¦ otherCurrencyOf(attempt, order) !== null || ¦
  an order older than its request is foreign ¦ Date.parse(time) < attempt.firstSentAt - clockToleranceMs ¦ Date.parse(time) < 0 * clockToleranceMs
  an older order of our amount is ours ¦ isOlder(attempt, order) && hasOtherAmount(attempt, order) ¦ isOlder(attempt, order)
  a foreign order stays foreign ¦ attempt.foreignId === order.externalId || mayBeForeign ¦ mayBeForeign
  a foreign order is not ours by its id ¦ foreignId: externalId, ¦ externalId,
  a foreign order reaches an operator ¦ return flagForReview(moveState(noted, 'undecided', at), 'foreign', at) ¦ return moveState(noted, 'undecided', at)
  nothing is taken with an order that is taken ¦ logActivity(before, at, { type: 'id_taken' ¦ logActivity(after, at, { type: 'id_taken'
server/rules/attempt/reported-amount.ts
  a stale status does not change what was paid ¦ attempt.state === 'succeeded' || attempt.otherCurrency !== null\n    ? attempt ¦ attempt.otherCurrency !== null\n    ? attempt
  a success without an amount is not of the last one ¦ (paid === undefined && wasChanged(attempt)) ¦ (paid === undefined && attempt.n < 0 && wasChanged(attempt))
server/attempt/update-entry.ts
  a version is given once ¦ version + 1 + Math.floor(random * 2 ** 32) ¦ version + 1 + Math.floor(random)
  a response is of its attempt ¦ hasTransaction(stored, externalTransactionId) ¦ stored.attempts.length >= n
  counters of reports follow every change ¦ report: reportChanges(before, after), terms ¦ report: reportChanges(null, after), terms
  no card of a foreign order is saved ¦ reportsCard(before, after, reportedCard.card.customer) ¦ reportedCard.card.customer !== ''
server/rules/checkout/paid-twice.ts
  a second payment is reviewed once ¦ activity.some((item) => ¦ activity.length === 0 && activity.some((item) =>
  a second payment is reviewed ¦ !wasFlagged(attempt)) ¦ wasFlagged(attempt))
  what pays a paid order is surplus ¦ isSurplus(attempt) ? { ...attempt, surplus: true } : attempt ¦ attempt
server/rules/checkout/next-attempt.ts
  a cascade repeats no pipeline ¦ attempt.pipeline === pipeline) ¦ attempt.pipeline !== pipeline)
server/checkout/sync-with-order.ts
  a stored amount is confirmed once more ¦ if (!result.isOtherAmount || confirmations === maxConfirmations) ¦ if (confirmations <= maxConfirmations)
server/rules/attempt/verified-callback.ts
  what is undecided gets its time ¦ if (deadline === null || at < deadline) return attempt ¦ if (deadline === null) return attempt
  a final callback is confirmed ¦ if (!policy.confirmFinal) ¦ if (status !== '')
  a callback of another amount outlasts a lookup under way ¦ const changes = state === 'succeeded' || (signed !== null && !sameAmount(signed, amount.value)) ¦ const changes = state === 'succeeded' || (signed === null && !sameAmount('1', amount.value))
  a contradicted callback stands at its deadline ¦ return acceptStatus(flagForReview(attempt, 'unconfirmed', at), callback, at) ¦ return flagForReview(attempt, 'unconfirmed', at)
  a failure after success in another currency is late news ¦ (normalized === 'failed' && hasOtherSuccess(attempt)) ¦ (normalized === 'failed' && at < 0)
  a signed amount after the end counts ¦ if (status !== 'success') return withOpenAmount(attempt, latest)\n ¦ if (status !== '') return withOpenAmount(attempt, latest)\n
  success outweighs a failure that also waits ¦ earlier?.status === 'Success' && claimed === 'Failed' ¦ earlier?.status === 'Failed' && claimed === 'Success'
server/rules/attempt/absence.ts
  a payout fails after two lookups ¦ profile !== 'payout' && sendCount === 1 && doubtedAt === null ? 1 : 2 ¦ 1 + 0 * sendCount + 0 * profile.length + 0 * (doubtedAt ?? 0)
server/rules/attempt/review.ts
  every undecided attempt has a deadline ¦ if (isUndecided(attempt)) ¦ if (attempt.state === 'unknown')
  an order whose lookups are not answered has a deadline ¦ attempt.state === 'placed' ? attempt.unansweredSince ¦ attempt.state === 'sending' ? attempt.unansweredSince
  a callback has a deadline ¦ if (callback !== null) return callback.at + reviewAfterMs ¦ if (callback !== null) return null
server/rules/attempt/lookup-schedule.ts
  a deadline is due work ¦ : earliest([lookupAt, deadline]) ¦ : lookupAt
  an open order is looked up without a callback ¦ Math.min(until, watchedLookupAt(attempt, entry, at)) ¦ null
  a failed transfer is watched ¦ attempt.profile === 'p2p' ? (attempt.finalAt ?? 0) + policy.watchMs : 0 ¦ 0
  late money is watched for ¦ entry.expiresAt + policy.watchMs ¦ entry.expiresAt
  an unconfirmed callback is looked up ¦ if (trigger === 'callback_received') return at\n  if (attempt.unconfirmedCallback !== null) ¦ if (attempt.unconfirmedCallback !== null) return null\n  if (attempt.finalAt === -1 && attempt.unconfirmedCallback !== null)
  expiry is due work ¦ entry.expired ? null : entry.expiresAt ¦ null
  work is due at whole milliseconds ¦ Math.ceil((at - since) / 10) ¦ (at - since) / 10
server/rules/payout/approval.ts
  nobody approves their own payout ¦ by !== null && isSamePerson(by, operator) ¦ by === '' && isSamePerson(by, operator)
  a payout waits for its approval ¦ return policy !== 'never' ¦ return policy === 'never'
server/rules/policy.ts
  a delayed create is not sent ¦ at - sentAt <= sendWindowMs(policy) ¦ at - sentAt <= 1000 * sendWindowMs(policy)
server/rules/checkout/replace.ts
  reported money is not replaced ¦ mayCompleteByItself(attempt) || attempt.reportedSentAt !== null ¦ mayCompleteByItself(attempt)
  money on its way is not replaced ¦ isUndecided(attempt) || mayCompleteByItself ¦ mayCompleteByItself
  a saved card being charged is not replaced ¦ mayCompleteByItself(attempt) || attempt.reportedSentAt ¦ attempt.reportedSentAt
  money that has arrived is not replaced ¦ attempt.state === 'succeeded' || mayBeOnItsWay(attempt) ¦ mayBeOnItsWay(attempt)
  a lookup precedes setting aside ¦ last.foundAt >= since ¦ last.foundAt >= 0
  a waiting callback prevents it ¦ !checkout.attempts.some(({ unconfirmedCallback }) => unconfirmedCallback !== null) &&\n ¦
  three times a checkout ¦ .length < maxReplaced ¦ .length < 100 * maxReplaced
  payment details of a replaced attempt are deleted ¦ replacedAt: at,\n  paymentDetails: null ¦ replacedAt: at
  a replaced attempt is watched ¦ nextLookupAt: attempt.state === 'placed' ? at : attempt.nextLookupAt ¦ nextLookupAt: attempt.state === 'placed' ? null : attempt.nextLookupAt
server/rules/attempt/underpaid.ts
  less than asked is not paid ¦ attempt.profile !== 'payout' && ¦ attempt.profile === 'payout' &&
  the tolerance of the order counts ¦ { requested: amount.value, tolerance } ¦ { requested: amount.value, tolerance: '0' }
  no more than the tolerance is missing ¦ { requested: amount.value, tolerance } ¦ { requested: amount.value, tolerance: tolerance.concat('6') }
  what follows a payment is surplus ¦ (others.isPaid && !wasShort) ¦ (others.isPaid && at < 0)
  an operator accepts for good ¦ before.state !== 'succeeded' || before.underpaid ¦ before.state !== ''
server/rules/operator-decision.ts
  a review is acknowledged once ¦ if (action === 'acknowledge') return review.resolved === null ? resolved : null ¦ if (action === 'acknowledge') return resolved
  accepting less than asked has an effect ¦ move: acceptAmount ¦ move: (attempt) => attempt
server/rules/checkout/replace.ts
  a saved card being charged prevents reopening ¦ mayCompleteByItself(attempt) ||\n ¦
  a paid order is not reopened ¦ attempt.state === 'succeeded' ||\n ¦
  an open attempt is replaced on reopening ¦ attempt.state === 'placed' && attempt.replacedAt === null ? replace(attempt, at) ¦ attempt.state === 'failed' && attempt.replacedAt === null ? replace(attempt, at)
  a review prevents reopening ¦ needsReview(checkout) || checkout.attempts ¦ checkout.attempts
  a waiting callback prevents reopening ¦ mayCompleteByItself(attempt) ||\n  attempt.unconfirmedCallback !== null ¦ mayCompleteByItself(attempt)
server/rules/claim.ts
  a claim moves no payment ¦     nextLookupAt: at,\n    claims ¦     state: 'succeeded',\n    nextLookupAt: at,\n    claims
  a claim is looked up at once ¦     nextLookupAt: at,\n    claims ¦     claims
  a claim that says something stays as it is ¦ return isBare(open) ¦ return true
  a report of what can be paid claims nothing ¦ overOnly = { ...policy, claimAfterMs: Number.POSITIVE_INFINITY }\n ¦ overOnly = policy\n
  an operator declines one claim ¦ openClaim(attempt)?.number === number) ¦ openClaim(attempt)?.number !== '')
  three claims a checkout ¦ .length < maxClaims ¦ .length < 99
  a paid order is not claimed ¦ if (!wasShownDetails(attempt) || paidAttempt(checkout) !== undefined) ¦ if (!wasShownDetails(attempt))
  a failed transfer can be claimed ¦ (state === 'placed' || state === 'failed' || ¦ (state === 'placed' ||
  a transfer set aside can be claimed ¦ .length || attempt.replacedAt !== null ¦ .length
  an expired transfer can be claimed ¦ at >= checkout.expiresAt || attempt.n < checkout ¦ attempt.n < checkout
  a transfer before a form that failed can be claimed ¦ isOver ? (checkout.attempts.findLast(wasShownDetails) ?? attempt) : attempt ¦ isOver ? attempt : attempt
  what is paid accepts its claim ¦ if (!entry.attempts.some(isDue)) return entry ¦ if (entry.attempts.length > 0) return entry
  only the money accepts a claim ¦ isPaid(attempt) && openClaim(attempt) !== undefined ¦ openClaim(attempt) !== undefined
server/admin/claims.ts
  declining has an audit record ¦ { audit }, ¦ {},
server/rules/attempt/underpaid.ts
  money that goes back pays nothing ¦ !isLessThan(balance, '0') || !isTooLittle(kept, attempt) ¦ kept !== ''
server/rules/received.ts
  a requested refund is reserved ¦ state === 'requested' || state === 'pending' || ¦ state === 'pending' ||
  a refund is of what was paid ¦ [reportedOrPaid(attempt)?.value ?? '0'] ¦ [attempt.amount.value]
  what a payout pays beyond its refund counts ¦ isLessThan(paid, value) ? value : paid ¦ value
  a failed refund that is paid stays reserved ¦ || contradicted === true ¦
server/rules/refund.ts
  the same refund is requested once ¦ refund.state === 'requested' &&\n      sameAmount ¦ refund.state === 'failed' &&\n      sameAmount
  a refund stays within what was received ¦ if (isLessThan(value, amount)) return null\n ¦
  a refund is pending again when its payout turns up ¦ 'succeeded' ? 'succeeded' : refundOutcome ¦ 'succeeded' ? 'succeeded' : refund.state === 'failed' ? 'failed' : refundOutcome
  a refund follows its payout ¦ !isSameForRefund(before, after) ¦ !isSameForRefund(before, before)
  a refund of more than is left is not sent ¦ state === 'requested' && !isOverdrawn(checkout)\n ¦ state === 'requested'\n
server/refund/create-refund-payout.ts
  a refund is one payout ¦ reference: id, amount ¦ reference: id + context.clock.now(), amount
server/refund/create-refund.ts
  a link that is issued again has an audit record ¦ return issueAddress(stored, same, audit.operator) ¦ return stored
cli/reconcile/compare.ts
  what is listed is not missing ¦ this.#listed.add(local)\n ¦
  an order is found by either id ¦ if (order.externalId === null) return ¦ if (order.externalId !== '') return
  a status is compared ¦ order.status !== null && !isSameWord ¦ order.status === '' && !isSameWord
server/admin/reopen-checkout.ts
  reopening has an audit record ¦ { audit }, ¦ {},
server/payout/decide-payout.ts
  who has the address of a refund does not approve it ¦ if (mayHaveDirected(checkout, reference, operator)) throw new ProblemError('own_payout')\n ¦
  what is called back meanwhile is not discarded ¦ Math.max(attempt.review?.at ?? 0, attempt.doubtedAt ?? 0) ¦ (attempt.review?.at ?? 0)
  an approval has an audit record ¦ { audit, ...(sends ¦ { ...(sends
server/payout/create-payout.ts
  the body of a payout is stored sealed ¦ body: await sealer.encrypt({ purpose: 'body', entry: id, externalTransactionId }, body), ¦ body: id === '' ? await sealer.encrypt({ purpose: 'body', entry: id, externalTransactionId }, body) : body,
server/rules/attempt/unmatched-callback.ts
  an unknown order type changes nothing ¦ default:\n      return null ¦ default:\n      return 'checkout'
  a callback that fits no attempt reaches an operator ¦ ignored || normalizeStatus ¦ normalizeStatus
server/rules/erase.ts
  erasing keeps what later news needs ¦   customer: null,\n  card: null, ¦   customer: null,\n  externalId: null,\n  card: null,
  whom an erased payout has paid is erased ¦ destination: null,\n  request ¦ request
  what was decided about an erased payment is erased ¦ { ...item, note: erasedText } ¦ item
server/worker/clean-up.ts
  an unmatched callback reaches an operator ¦ () => reviewUnmatched(context, now),\n ¦
server/rules/merchant-events.ts
  a second success is overpaid ¦ ? 'overpaid' : 'succeeded' ¦ ? 'succeeded' : 'succeeded'
  a failure is reported ¦ if (becomes(({ state }) => state === 'failed')) emit('failed')\n ¦
  a refusal is reported ¦ state === 'refused' && confirmedAbsent ¦ state === 'refused' && !confirmedAbsent
  an event says what was paid ¦ paid: paidAmount(type, attempt) ¦ paid: paidAmount(type, attempt) && attempt.amount
  an event says what was requested ¦ requested: attempt.amount,\n  paid: paidAmount ¦ requested: reportedOrPaid(attempt) ?? attempt.amount,\n  paid: paidAmount
server/worker/outbox.ts
  a failed event is delivered again ¦ { at, durationMs, error, resends, retryAt } ¦ { at, durationMs, error: null, resends, retryAt }
  an event that hangs is delivered again ¦ if ((await withTimeout(clock, deliveryTimeoutMs, delivery())) === null) ¦ if ((await withTimeout(clock, deliveryTimeoutMs, delivery())) === null && event.seq < 0)
server/store/memory/entries.ts
  a day pays out no more than its limit ¦ if (!reserveAmount(tables, write.reservation)) return 'limit-exceeded'\n      appendAudit(tables, write.audit)\n      insert(payout) ¦ appendAudit(tables, write.audit)\n      insert(payout)
  a write is made over its version only ¦ if (row.entry.version !== write.expectedVersion) return 'conflict'\n ¦
  events are stored with the change ¦ for (const event of write.events ?? []) insertEvent(tables, event) ¦ for (const event of write.events?.slice(1) ?? []) insertEvent(tables, event)
  an order belongs to one attempt ¦ if (write.silent !== true && hasTakenId(tables, entry)) return 'id-taken'\n ¦
  a reference has one checkout ¦ if (refs.has(key)) return false\n    refs.set ¦ if (rows.has(entry.id)) return false\n    refs.set
server/store/memory/store.ts
  what is watched is not erased ¦ dueAt(entry) === null && entry.erasedAt ¦ entry.erasedAt
  what waits for an operator is not erased ¦ !isReviewed(tables, id) && !withPendingEvents ¦ !withPendingEvents
  what is claimed is not erased ¦       .filter(({ entry }) => !hasOpenClaim(entry))\n ¦
server/store/memory/callbacks.ts
  another amount is no duplicate ¦ latest.amount === callback.amount && ¦
server/store/memory/events.ts
  events of an entry are delivered in order ¦ event.seq < row.event.seq && deliveredAt === null ¦ event.seq < 0 && deliveredAt === null
server/store/memory/cards.ts
  a removed card stays removed ¦ removed !== undefined && removed.at >= startedAt ¦ removed !== undefined && removed.at < 0 * startedAt
  a card can be deleted ¦ removedCards.set(removedKey(customer, card.fingerprint), { customer, at: now })\n      return cards.delete(id) ¦ return false
  a card is listed to its customer ¦ .filter((card) => card.customer === customer)\n        .sort ¦ .sort
  a card is deleted by its customer ¦ if (card?.customer !== customer) return false ¦ if (card === undefined) return false
server/checkout/store-then-send.ts
  an attempt is stored before it is sent ¦ if (!isStored) return current\n ¦
  an attempt is made of the stored terms ¦ stored.terms === checkout.terms &&\n      ( ¦ (
  only the next attempt is stored ¦ stored.attempts.length === prepared.attempt.n - 1 && ¦ stored.attempts.length < 100 &&
server/payout/create-payout.ts
  a payout that is created again is the same order ¦ uuidOf(digest) ¦ crypto.randomUUID()
  a reference is one payout ¦ if (!fingerprints.includes(payout.fingerprint)) throw new ProblemError('payout_conflict')\n ¦
server/checkout/prepare-attempt.ts
  what was filled in is stored ¦ if (method === null || filled === null) return checkout ¦ if (method !== filled) return checkout
  a field that is too long is not sent ¦ if (invalid.length > 0) throw ¦ if (invalid.length > 9) throw
  a pipeline is sent what it takes ¦ .filter(({ key }) => takesField(pipeline, key)) ¦
  an attempt is in the currency of its order ¦ amount: { value: amount, currency: terms.currency } ¦ amount: { value: amount, currency: 'UAH' }
server/rules/money.ts
  another currency is another price ¦ a.currency === b.currency && ¦
server/rules/checkout/new-terms.ts
  new fields are requested ¦ JSON.stringify([pipeline, tolerance, fields, ¦ JSON.stringify([pipeline, tolerance,
server/rules/checkout/payer-fields.ts
  a demanded field is requested ¦ if (refusal === null || !isMissingField(refusal)) continue ¦ if (refusal === null || isMissingField(refusal)) continue
server/worker/reencrypt-entries.ts
  payment details get the new seal key ¦ isChanged ||= reencrypted !== text ¦ isChanged ||= false
server/attempt/saved-cards.ts
  a saved card gets the new seal key ¦ if (changed.length > 0) ¦ if (changed.length > 99)
server/callback/verify-for-pipelines.ts
  a callback needs its signature ¦ if (matching.size === 0) throw invalidSignature()\n  const verified = keysOf.filter(({ keys }) => keys.some((key) => matching.has(key))) ¦ const verified = keysOf
server/callback/receive-callback.ts
  a callback of what has no order is looked up ¦ isPlaced(attempt.state)) return ¦ isPlaced(attempt.state) !== null) return
  a card that a callback names is looked up ¦ callback.externalParams?.cardStorageToken != null ¦ callback.externalParams?.cardStorageToken === null
server/callback/apply-callbacks.ts
  a callback counts for its own kind ¦ kindOfOrderType(callback.orderType) === entry.kind ¦ entry.kind !== null
  one key that is shared is not enough ¦ keysOf(name).every((key) ¦ keysOf(name).some((key)
  a callback counts for the pipelines of its key ¦ isVerifiedFor(context, callback, pipeline)) ¦ pipeline !== null)
server/rules/checkout/view.ts
  a view says what was paid ¦ paid: members.paid ?? members.amount ¦ paid: members.amount
  an expired order shows no payment details ¦ case 'placed':\n      return isExpired ? 'expired' : ¦ case 'placed':\n      return isExpired && last.finalAt !== null ? 'expired' :
  what waits for an operator shows no payment details ¦ if (isUnderpaid(checkout)) return 'pending'\n ¦
service/create-response.ts
  a duplicate error is no refusal ¦ isClientError(status) && (status ¦ !isClientError(status) && (status
service/error-response.ts
  not every 4xx is a refusal ¦ (isClientError(status) && CompleteError ¦ (isClientError(status) || CompleteError
  an error of the service is no refusal ¦ refusalStatuses.includes(status) || ¦ refusalStatuses.includes(status) || status >= 499 ||
service/amount.ts
  an amount is rounded half-up ¦ + unit / 2n) ¦ + (unit - 1n) / 2n)
service/wire-schemas.ts
  an amount that is null is one that is not named ¦ value == null || (typeof ¦ value === undefined || (typeof
  an empty text is no number ¦ (text?.trim() ? text : null) ¦ (text ?? null)
service/json.ts
  numbers keep their digits ¦ numbers.push(new JsonNumber(token)) ¦ numbers.push(new JsonNumber(String(Number(token))))
widget/core/reducer.ts
  a page never takes success back ¦ before?.status === 'succeeded' && ¦ before?.status === 'choosing' &&
widget/core/poll-schedule.ts
  a page pauses before it repeats what failed ¦ delayMs: retryAfter ?? backoff * (0.75 + random / 2) ¦ delayMs: retryAfter ?? 0 * (backoff + random)
  a page polls on after a failure ¦ if (result.type === 'failed') return ¦ if (result.type === 'failed') return state.failureCount > 2 ? null :
widget/core/session.ts
  a page polls when the payer returns ¦ lastReturnAt = env.now()\n    if (state.view?.pollAfter !== null) refresh() ¦ lastReturnAt = env.now()
  a report that fails is sent again after a pause ¦ return retryOf(result.retryAfter, state.reportFailureCount, env.random()) ¦ return { delayMs: 0 }
  a failed start is followed by a poll ¦ if (result.type !== 'view') return poller.pollNow() ¦ if (result.type !== 'view') return
server/lib/crypto/seal.ts
  what no key decrypts is left as it is ¦ return data === null ? sealed : await sealer.encrypt(associatedData, data) ¦ return await sealer.encrypt(associatedData, data ?? '')
server/worker/process-entry.ts
  what no key decrypts is not given up ¦ if (body === null) return await postponeUndecryptable(context, entry, n, lease) ¦ if (body === null) return await move('discarded')
server/lib/clock-guard.ts
  a clock that was set is noticed ¦ || !isFar(gapBetween(right, read())) ¦ || wrong === null
  a clock is compared at a start ¦ if (right.isConfirmed && !isFar(gapBetween(right, before))) ¦ if (!isFar(gapBetween(right, before)))
  a clock is compared with the database's ¦ settle(reading, difference(reading.at, databaseAt, 'database')) ¦ settle(reading, difference(databaseAt, databaseAt, 'database'))
  a clock is compared with the service's ¦ settle(reading, difference(reading.at, serviceAt, 'payments service')) ¦ settle(reading, difference(serviceAt, serviceAt, 'payments service'))
server/lib/change-notifier.ts
  lost notifications are made up for ¦ const checkIntervalMs = 5000 ¦ const checkIntervalMs = 3_600_000
server/http/long-poll.ts
  a changed view ends the wait ¦ ifNoneMatch === undefined || !etagMatches(ifNoneMatch, etag) ¦ ifNoneMatch === undefined
`

const withNewlines = (text: string): string => text.replaceAll('\\n', '\n')

export const mutants: readonly Mutant[] = planted
  .trim()
  .split(/\n(?! )/)
  .flatMap((block) => {
    const [file = '', ...rows] = block.split('\n  ')
    return rows.map((row) => {
      const [undoes = '', from = '', to = ''] = row.split(/ ¦ ?/)
      return { undoes, file: `src/${file}`, from: withNewlines(from), to: withNewlines(to) }
    })
  })

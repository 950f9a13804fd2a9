import { Component } from 'preact'
import { secretOfView } from '../../core/checkout-access.ts'
import { createClaimClient, type SendRequest } from '../../core/claim.ts'
import type { FieldError } from '../../core/read-view.ts'
import { type ClaimMessageKey, claimMessages } from '../../i18n/claim.ts'
import type { Translator } from '../../i18n/translator.ts'
import { claimStyles } from '../../styles/claim.ts'
import type { CheckoutModel } from '../model.ts'
import { HiddenInputs } from '../parts/post-form.tsx'
import { FieldInput } from '../payer-fields/field-input.tsx'
import { phrase as fieldPhrase } from '../payer-fields/text.ts'
import { amountField, brokenClaimRule, claimFields, claimToSend } from './claim-fields.ts'
import { type ClaimDraft, type DraftReceipt, loadDraft, saveDraft } from './draft.ts'
import { prepareFile } from './prepare-file.ts'
import { sendByXhr } from './send-by-xhr.ts'

/** A phrase of the form: in English unless the locale or the page has its own. */
const phrase = (t: Translator, key: ClaimMessageKey): string => t.messages[key] ?? claimMessages[key]

const maxReceipts = 3
const accepted = 'image/jpeg,image/png,image/webp,application/pdf'

interface Props {
  model: CheckoutModel
  /** What the button says that removes a receipt. */
  removeLabel: string
}

/** A file that the server does not have yet. */
interface ChosenFile {
  /** What is uploaded of it; null while it is being prepared. */
  prepared: Blob | null
  /** Aborted when the payer removes the file. */
  removal: AbortController
}

interface State extends ClaimDraft {
  isSending: boolean
  /** The payer pressed the button: errors are shown. */
  isChecked: boolean
  hasFailed: boolean
  /** What the server did not accept of a form that was sent without a script. */
  refused: readonly FieldError[]
}

/**
 * What was sent, and receipts. Files are uploaded as soon as they are chosen, so that a reload does not lose them; one that
 * was being uploaded then has to be chosen again, since files are not kept in the browser.
 */
class ClaimForm extends Component<Props, State> {
  readonly #key = `paypane-claim-${this.props.model.view.id}-${this.props.model.view.attempts}`
  readonly #files = new Map<string, ChosenFile>()
  #form: HTMLFormElement | null = null
  readonly #setForm = (form: HTMLFormElement | null) => {
    this.#form = form
  }
  readonly #retry = () => {
    for (const { id, state } of this.state.receipts) if (state === 'failed') void this.#upload(id)
  }

  override state: State = {
    values: { ...this.props.model.typedClaim },
    receipts: [],
    isSending: false,
    isChecked: false,
    hasFailed: false,
    refused: this.props.model.state.unconfirmed ? this.props.model.state.fieldErrors : [],
  }

  override componentDidMount() {
    addEventListener('online', this.#retry)
    // What the payer typed and chose in a server's HTML.
    const { values, receipts } = loadDraft(this.#key)
    for (const { name, value } of this.#form ? inputsOf(this.#form) : []) {
      const key = name.slice('fields['.length, -1)
      if (value !== this.#untouched(key)) values[key] = value
    }
    this.#change(({ refused }) => ({ values, receipts, isChecked: refused.length > 0 }))
    const files = this.#form?.querySelector<HTMLInputElement>('[type=file]')
    if (files) void this.#add(files)
  }

  override componentWillUnmount() {
    removeEventListener('online', this.#retry)
  }

  #client(signal: AbortSignal | null = null) {
    const { view, options, page } = this.props.model
    const { fetch: ownFetch } = options
    const access = { id: view.id, secret: secretOfView(view) }
    const sendByFetch: SendRequest | undefined =
      ownFetch && ((url, request) => ownFetch(url, { ...request, signal }).then(({ status }) => status))
    return createClaimClient(page.endpoint, sendByFetch ?? sendByXhr(page, signal), access, view.attempts)
  }

  #change(change: (draft: State) => Partial<State>) {
    const focused = this.#form?.querySelector(':focus')
    this.setState(change, () => {
      saveDraft(this.#key, this.state)
      // What had it may belong to a receipt that has changed.
      if (focused?.isConnected === false)
        this.#form?.querySelector<HTMLElement>('[type=file], .primary')?.focus()
    })
  }

  #setReceipt(id: string, state: DraftReceipt['state'], progress?: number) {
    this.#change(({ receipts }) => ({
      receipts: receipts.map((receipt) => (receipt.id === id ? { ...receipt, state, progress } : receipt)),
    }))
  }

  async #add(input: HTMLInputElement) {
    const files = [...(input.files ?? [])].slice(0, maxReceipts - this.#keptCount)
    input.value = ''
    for (const file of files) {
      const id = idOf(file)
      const chosen = this.#files.get(id) ?? { prepared: null, removal: new AbortController() }
      this.#files.set(id, chosen)
      this.#change(({ receipts }) => {
        const before =
          receipts.find((receipt) => receipt.id === id) ?? receipts.find(({ state }) => state === 'lost')
        const others = receipts.filter((receipt) => receipt !== before)
        return { receipts: [...others, { id, name: file.name, state: 'uploading' }], refused: [] }
      })
      chosen.prepared = await prepareFile(file)
      if (chosen.prepared) await this.#upload(id)
      else this.#setReceipt(id, 'refused')
    }
  }

  async #upload(id: string): Promise<DraftReceipt['state']> {
    const { prepared, removal } = this.#files.get(id) ?? {}
    if (!prepared || !removal) return 'failed'
    this.#setReceipt(id, 'uploading')
    const state = await this.#client(removal.signal).uploadReceipt(id, prepared, (share) =>
      this.#setReceipt(id, 'uploading', share),
    )
    // The claim does not wait for what was removed.
    if (removal.signal.aborted) return 'refused'
    if (state === 'done') this.#files.delete(id)
    this.#setReceipt(id, state)
    return state
  }

  #remove(id: string) {
    this.#files.get(id)?.removal.abort()
    this.#files.delete(id)
    this.#change(({ receipts }) => ({ receipts: receipts.filter((receipt) => receipt.id !== id) }))
  }

  /** The ids of the receipts that the server has; null if one is still missing. Those that failed are sent again. */
  async #uploaded(): Promise<string[] | null> {
    const states = await Promise.all(
      this.state.receipts.map(async ({ id, state }) => ({
        id,
        state: state === 'failed' ? await this.#upload(id) : state,
      })),
    )
    return states.some(({ state }) => state === 'failed' || state === 'lost')
      ? null
      : states.flatMap(({ id, state }) => (state === 'done' ? [id] : []))
  }

  get #isBusy() {
    return this.state.isSending || this.state.receipts.some(({ state }) => state === 'uploading')
  }

  get #keptCount() {
    return this.state.receipts.filter(({ state }) => state !== 'refused' && state !== 'lost').length
  }

  /** The amount is that of the order. */
  #untouched(key: string): string {
    return key === amountField.key ? this.props.model.view.amount.value : ''
  }

  readonly #typed = (key: string): string => this.state.values[key] ?? this.#untouched(key)

  async #submit(event: Event) {
    event.preventDefault()
    if (this.#isBusy) return
    if (claimFields.some((field) => brokenClaimRule(field, this.#typed(field.key)))) {
      const focusError = () => this.#form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return this.setState({ isChecked: true }, focusError)
    }
    this.setState({ isSending: true, hasFailed: false })
    const uploaded = await this.#uploaded()
    if (!uploaded) return this.setState({ isSending: false })
    const sentAt = Date.parse(this.#typed('sentAt'))
    const result = await this.#client().claim({
      ...claimToSend(this.#typed, this.#untouched(amountField.key)),
      sentAt: Number.isNaN(sentAt) ? undefined : new Date(sentAt).toISOString(),
      receipts: uploaded,
    })
    this.setState({ isSending: false, hasFailed: result !== 'done' })
    if (result === 'failed') return
    // Sent, or no longer accepted: the view says what is so now.
    if (result === 'done') saveDraft(this.#key, null)
    this.props.model.onPress(this.props.model.session.refresh)
  }

  override render({ model, removeLabel }: Props, { isChecked, hasFailed, receipts, refused }: State) {
    const { t, options, view } = model
    const { formAction } = options
    const labels = [
      `${t('amount')} (${view.amount.currency})`,
      fieldPhrase(t, 'fieldBank'),
      phrase(t, 'claimDigits'),
      phrase(t, 'claimNote'),
    ]
    const ruleOf = (key: string) => refused.find((error) => error.key === key)?.rule ?? null
    const fileRule = ruleOf('receipt')
    const inputs = claimFields.map((field, index) => (
      <FieldInput
        key={field.key}
        id={`claim-${field.key}`}
        field={field}
        label={labels[index] ?? ''}
        value={this.#typed(field.key)}
        brokenRule={isChecked ? brokenClaimRule(field, this.#typed(field.key)) : ruleOf(field.key)}
        isLast={index === claimFields.length - 1}
        t={t}
        onType={(typed) => this.#change(({ values }) => ({ values: { ...values, [field.key]: typed } }))}
      />
    ))
    return (
      <form
        class="claim payer-fields"
        ref={this.#setForm}
        noValidate
        method={formAction && 'post'}
        action={formAction}
        encType={formAction && 'multipart/form-data'}
        onSubmit={(event) => void this.#submit(event)}
      >
        {formAction && <HiddenInputs model={model} fields={{ act: 'claim' }} />}
        <p class="note">{phrase(t, 'claimHelp')}</p>
        {inputs[0]}
        <div class="payer-field">
          <label for="claim-sent-at">{phrase(t, 'claimSentAt')}</label>
          <input
            id="claim-sent-at"
            type="datetime-local"
            name="fields[sentAt]"
            value={this.#typed('sentAt')}
            onInput={({ currentTarget: { value } }) =>
              this.#change(({ values }) => ({ values: { ...values, sentAt: value } }))
            }
          />
        </div>
        {inputs.slice(1)}
        <div class="payer-field" aria-live="polite">
          <label for="claim-receipts">{phrase(t, 'claimReceipts')}</label>
          <small id="claim-receipts-hint">{phrase(t, 'claimReceiptsHint')}</small>
          {receipts.length > 0 && (
            <ul class="receipts">
              {receipts.map((receipt) => (
                <Receipt
                  key={receipt.id}
                  model={model}
                  removeLabel={removeLabel}
                  receipt={receipt}
                  retry={() => void this.#upload(receipt.id)}
                  remove={() => this.#remove(receipt.id)}
                />
              ))}
            </ul>
          )}
          {this.#keptCount < maxReceipts && (
            <input
              id="claim-receipts"
              type="file"
              name="receipt"
              multiple
              accept={accepted}
              aria-invalid={fileRule !== null}
              aria-describedby={`claim-receipts-hint${fileRule ? ' claim-receipts-error' : ''}`}
              onChange={({ currentTarget }) => void this.#add(currentTarget)}
            />
          )}
          {fileRule && (
            <p class="field-error" id="claim-receipts-error">
              {phrase(t, fileRule === 'kind' ? 'claimWrongFile' : 'claimChooseAgain')}
            </p>
          )}
        </div>
        {hasFailed && (
          <p class="field-error" role="alert">
            {t('actionFailed')}
          </p>
        )}
        <p class="actions">
          <button type="submit" class="primary" aria-disabled={this.#isBusy}>
            {phrase(t, 'claimSend')}
          </button>
        </p>
      </form>
    )
  }
}

const inputsOf = (place: Element) => place.querySelectorAll<HTMLInputElement>('.claim [name^=fields]')

/** A server writes values as attributes, also those of a form that it refused. */
function adopt(shown: Element, expected: Element): void {
  const inputs = inputsOf(shown)
  for (const [index, input] of inputsOf(expected).entries())
    input.setAttribute('value', inputs[index]?.getAttribute('value') ?? '')
}

/** The form of a claim, loaded on demand. */
export const claimCode = { styles: claimStyles, ClaimForm, adopt }
export type ClaimCode = typeof claimCode

interface ReceiptProps extends Props {
  receipt: DraftReceipt
  retry: () => void
  remove: () => void
}

function Receipt({
  model: { t },
  removeLabel,
  receipt: { name, state, progress },
  retry,
  remove,
}: ReceiptProps) {
  const problem = problems[state]
  return (
    <li>
      <bdi>{name}</bdi>
      {state === 'done' && <span>{phrase(t, 'claimUploaded')}</span>}
      {state === 'failed' && (
        <button type="button" class="copy" onClick={retry}>
          {t('tryAgain')}
        </button>
      )}
      <button type="button" class="copy" onClick={remove} aria-label={`${removeLabel}: ${name}`}>
        ×
      </button>
      {state === 'uploading' && <progress value={progress} aria-label={phrase(t, 'claimUploading')} />}
      {problem && <p class="field-error">{phrase(t, problem)}</p>}
    </li>
  )
}

const problems: Partial<Record<DraftReceipt['state'], ClaimMessageKey>> = {
  refused: 'claimWrongFile',
  failed: 'claimOffline',
  lost: 'claimChooseAgain',
}

/** The same for the same file (32-bit FNV-1a), so that one that is chosen again is not stored twice. */
const idOf = ({ name, size, lastModified }: File) =>
  [...`${name} ${size} ${lastModified}`]
    .reduce((hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x1000193), 0x811c9dc5)
    .toString(36)

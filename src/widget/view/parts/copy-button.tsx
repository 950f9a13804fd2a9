import { Component } from 'preact'
import type { Model } from '../model.ts'
import { Icon } from './icon.tsx'

const copiedResetMs = 2500

interface Props {
  model: Model
  /** The name in the `copy` event. */
  field: string
  /** The name that the payer reads. */
  label: string
  text: string
  /** On the button. Default: `copy`. */
  caption?: string
}

interface State {
  /** False after a failure. */
  isCopied?: boolean | undefined
}

/** Copies a value and confirms it only on success; otherwise says how to copy it. Both labels take up space. The tick stays. */
export class CopyButton extends Component<Props, State> {
  #cancelReset: () => void = () => undefined

  override componentWillUnmount() {
    this.#cancelReset()
  }

  async #copy(button: Element) {
    const { model, field, label, text } = this.props
    let isCopied = true
    try {
      // Synchronously in the click, since Safari refuses later.
      await navigator.clipboard.writeText(text)
    } catch {
      // Browsers permit the command for some seconds after the press.
      await model.load('deferred')
      isCopied = model.code.deferred?.copyByCommand(text, button) ?? false
    }
    this.#cancelReset()
    this.setState({ isCopied })
    if (isCopied) {
      model.copied.add(text)
      model.announce(model.t('copiedField', { field: label }))
      this.#cancelReset = model.page.setTimer(copiedResetMs, () => {
        this.setState({ isCopied: undefined })
        // So that the same words are announced again.
        model.announce('')
      })
      model.page.emit({ type: 'copy', field })
      return
    }
    model.announce(model.t('copyFailed'))
  }

  override render({ model: { t, state, copied }, field, label, text, caption }: Props, { isCopied }: State) {
    return (
      <>
        <button
          type="button"
          id={`copy-${field}`}
          disabled={state.unconfirmed}
          class={isCopied ? 'copy copied' : 'copy'}
          aria-label={caption ?? t('copyField', { field: label })}
          onClick={({ currentTarget }) => void this.#copy(currentTarget)}
        >
          <span class={isCopied ? 'hidden' : ''}>
            <Icon name={copied.has(text) ? 'tick' : 'copy'} />
            {caption ?? t('copy')}
          </span>
          <span class={isCopied ? '' : 'hidden'}>
            <Icon name="tick" />
            {t('copied')}
          </span>
        </button>
        {isCopied === false && <small>{t('copyFailed')}</small>}
      </>
    )
  }
}

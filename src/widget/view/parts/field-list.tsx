import type { ComponentChildren } from 'preact'
import type { TransferAction } from '../../../contract/view.ts'
import { fieldsOf } from '../fields.ts'
import { type Model, shopName } from '../model.ts'
import { noTranslate } from '../no-translate.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  model: Model
  action: TransferAction
  /** Copying a number is what the payer does next. */
  isLeading?: boolean
  /** The QR code: one more way to send the money. */
  children?: ComponentChildren
}

/**
 * The payment details. Numbers and QR code are alternatives: the payer selects one of them, and where there is only one,
 * there is nothing to select. On a wide screen they stand beside the QR code: all of them, if that was selected before the
 * screen became wide. A browser that cannot hide the others shows all.
 */
export function FieldList({ model, action, isLeading, children }: Props) {
  const { t } = model
  const shop = shopName(model)
  const fields = fieldsOf(action)
  const numbers = fields.filter(({ isNumber }) => isNumber)
  const ways = [...numbers.map(({ name }) => name), ...(children ? (['qr'] as const) : [])]
  const others = fields.filter(({ isNumber }) => !isNumber)
  return (
    <div class={`ways ${children && numbers[0] ? 'with-qr' : ''} ${isLeading ? 'leading' : ''}`}>
      {ways.length > 1 && (
        <select class={numbers.length > 1 ? 'change' : 'change single'} aria-label={t('sendTo')}>
          {ways.map((name) => (
            <option key={name} value={name}>
              {t(name)}
            </option>
          ))}
        </select>
      )}
      {numbers.map((field) => (
        <dl key={field.name} class={`field-list way ${field.name}`}>
          <FieldRow model={model} label={t(field.name)} {...field} />
        </dl>
      ))}
      {children}
      {others.length > 0 && (
        <dl class="field-list">
          {others.map((field) => (
            <FieldRow
              key={field.name}
              model={model}
              label={t(field.name)}
              {...field}
              isQuiet={field.name !== 'recipient'}
              note={
                field.name === 'recipient' &&
                shop &&
                shop !== action.recipient &&
                t('merchantAccount', { shop })
              }
            />
          ))}
        </dl>
      )}
    </div>
  )
}

interface RowProps {
  model: Model
  name: string
  label: string
  copyValue: string
  /** Default: the value that is copied. */
  groups?: readonly string[]
  isNumber?: boolean
  /** Nothing to type: without a copy button. */
  isQuiet?: boolean
  /** Below the value. */
  note?: string | false | undefined
}

/** One payment detail: label, value and copy button. A press anywhere copies; text can still be selected. */
export function FieldRow(props: RowProps) {
  const { model, name, label, copyValue, groups = [copyValue], isNumber, isQuiet, note } = props
  return (
    <div class="field-row">
      <dt>{label}</dt>
      <dd>
        <label for={`copy-${name}`}>
          <bdi class={isNumber ? 'number' : ''} dir={isNumber ? 'ltr' : 'auto'} {...noTranslate}>
            {groups.map((group, index) => (
              <span key={groups.slice(0, index + 1).join('')}>{group}</span>
            ))}
          </bdi>
        </label>
      </dd>
      {note && (
        <dd>
          <small>{note}</small>
        </dd>
      )}
      {!isQuiet && (
        <dd>
          <CopyButton model={model} field={name} label={label} text={copyValue} />
        </dd>
      )}
    </div>
  )
}

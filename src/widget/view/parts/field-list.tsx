import { createRef } from 'preact'
import type { TransferAction } from '../../../contract/view.ts'
import { type Field, fieldsOf } from '../fields.ts'
import type { Model } from '../model.ts'
import { noTranslate } from '../no-translate.ts'
import { CopyButton } from './copy-button.tsx'

/** The payment details. A field that the server did not send has no row. */
export function FieldList({ model, action }: { model: Model; action: TransferAction }) {
  return (
    <dl class="field-list">
      {fieldsOf(action).map((field) => (
        <FieldRow key={field.name} model={model} label={model.t(field.name)} {...field} />
      ))}
    </dl>
  )
}

interface RowProps extends Omit<Field, 'name'> {
  model: Model
  name: string
  label: string
}

/** One payment detail: label, value and copy button. */
export function FieldRow({ model, name, label, groups, copyValue, isNumber }: RowProps) {
  const valueRef = createRef<HTMLElement>()
  return (
    <div class="field-row">
      <dt>{label}</dt>
      <dd>
        <bdi ref={valueRef} class={isNumber ? 'number' : ''} dir={isNumber ? 'ltr' : 'auto'} {...noTranslate}>
          {groups.map((group, index) => (
            <span key={groups.slice(0, index + 1).join('')}>{group}</span>
          ))}
        </bdi>
      </dd>
      <dd>
        <CopyButton model={model} field={name} label={label} text={copyValue} selectTarget={valueRef} />
      </dd>
    </div>
  )
}

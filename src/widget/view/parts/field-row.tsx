import { createRef } from 'preact'
import type { Model } from '../model.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  model: Model
  name: string
  label: string
  /** Parts of the value, set apart for the eye only. */
  groups: readonly string[]
  copyValue: string
  isNumber: boolean
}

/** One instruction: what it is, the value as it came, and its copy button. */
export function FieldRow({ model, name, label, groups, copyValue, isNumber }: Props) {
  const valueRef = createRef<HTMLElement>()
  return (
    <div class="field-row">
      <dt>{label}</dt>
      <dd>
        <bdi
          ref={valueRef}
          class={isNumber ? 'number' : ''}
          dir={isNumber ? 'ltr' : 'auto'}
          translate={false}
        >
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

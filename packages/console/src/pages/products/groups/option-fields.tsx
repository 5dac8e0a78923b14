import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { ChipsInput } from '#console/ui/chips-input.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { type Matrix, maxOptions, type Option, usedOptions } from './matrix.ts'
import { addOption, addValues, removeOption, removeValue, renameOption, renameValue } from './matrix-changes.ts'

interface OptionFieldsProps {
  matrix: Matrix
  readOnly: boolean
  faultOf: (field: string) => string | undefined
  onChange: (change: (matrix: Matrix) => Matrix) => void
}

/** What the variants differ in: names, and their values as chips. */
export function OptionFields({ matrix, readOnly, faultOf, onChange }: OptionFieldsProps) {
  const list = useRef<HTMLDivElement>(null)
  const used = usedOptions(matrix)
  function add(): void {
    onChange(addOption)
    // Its name is there when this press is over.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-option]:last-child input')?.focus())
  }
  return (
    <div className="grid gap-3">
      <div ref={list} className="grid gap-3">
        {matrix.options.map((option, index) => (
          <OptionField
            key={option.id}
            option={option}
            index={index}
            readOnly={readOnly}
            onChange={onChange}
            fault={used.includes(option) ? faultOf(`varies_by[${used.indexOf(option)}]`) : undefined}
            removable={matrix.options.length > 1}
          />
        ))}
      </div>
      {!readOnly && matrix.options.length < maxOptions && (
        <div>
          <Button look="quiet" onClick={add} className="-ml-3">
            <Plus aria-hidden />
            {t('Add an option')}
          </Button>
        </div>
      )}
    </div>
  )
}

const examples = [t('Size'), t('Colour'), t('Material')]

interface OptionFieldProps extends Pick<OptionFieldsProps, 'readOnly' | 'onChange'> {
  option: Option
  index: number
  fault: string | undefined
  removable: boolean
}

function OptionField({ option, index, fault, removable, readOnly, onChange }: OptionFieldProps) {
  const { id, name, values } = option
  return (
    <div
      data-option
      className="grid grid-cols-[minmax(0,1fr)_2rem] items-start gap-2 sm:grid-cols-[10rem_minmax(0,1fr)_2rem]"
    >
      <Field label={t('Option {index}', { index: index + 1 })} error={fault}>
        <Input
          value={name}
          maxLength={100}
          readOnly={readOnly}
          placeholder={examples[index]}
          autoComplete="off"
          required={values.length > 0}
          onChange={({ target }) => onChange((matrix) => renameOption(matrix, id, target.value))}
        />
      </Field>
      <ChipsInput
        label={
          name.trim() === '' ? t('Values of option {index}', { index: index + 1 }) : t('Values of {name}', { name })
        }
        hint={index === 0 ? t('Press Enter after each value.') : undefined}
        className="max-sm:order-last max-sm:col-span-2"
        chips={values}
        readOnly={readOnly}
        onAdd={(texts) => onChange((matrix) => addValues(matrix, id, texts))}
        onRename={(valueId, text) => onChange((matrix) => renameValue(matrix, id, valueId, text))}
        onRemove={(valueId) => onChange((matrix) => removeValue(matrix, id, valueId))}
      />
      {removable && !readOnly && (
        <Button
          square
          look="quiet"
          tabIndex={values.length === 0 ? 0 : -1}
          aria-label={t('Remove option {name}', { name: name || index + 1 })}
          onClick={() => onChange((matrix) => removeOption(matrix, id))}
          className="mt-5"
        >
          <X aria-hidden />
        </Button>
      )}
    </div>
  )
}

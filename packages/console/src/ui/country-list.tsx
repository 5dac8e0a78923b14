import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { countries, findCountry } from '#console/lib/countries.ts'
import { countryName } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input } from './field.tsx'

interface CountryListProps {
  label: string
  hint: string
  error?: string | undefined
  /** Codes. */
  value: readonly string[]
  readOnly: boolean
  onChange: (value: string[]) => void
}

/** Countries, added by name or code and Enter. */
export function CountryList({ label, hint, error, value, readOnly, onChange }: CountryListProps) {
  const [text, setText] = useState('')
  const listId = useId()
  function add(written: string, keep: string): void {
    const found = findCountry(written)
    if (found && !value.includes(found.code)) onChange([...value, found.code])
    setText(found ? '' : keep)
  }
  return (
    <div>
      {!readOnly && (
        <Field label={label} hint={hint} error={error}>
          <Input
            list={listId}
            value={text}
            placeholder={t('Name or code')}
            autoComplete="off"
            // What is written and not known must not be lost by saving.
            ref={(input) => input?.setCustomValidity(text.trim() === '' ? '' : t('Choose a country of the list'))}
            onChange={({ target, nativeEvent }) => {
              // One that is chosen in the list is not typed letter by letter: "Niger" begins "Nigeria".
              const { inputType } = nativeEvent as InputEvent
              if (inputType === undefined || inputType === 'insertReplacementText') add(target.value, target.value)
              else setText(target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add(text, text)
            }}
            onBlur={() => add(text, text)}
          />
        </Field>
      )}
      <datalist id={listId}>
        {countries().map(({ code, name }) => (
          <option key={code} value={name} />
        ))}
      </datalist>
      {value.length > 0 && (
        <ul aria-label={label} className="mt-2 flex flex-wrap gap-1.5">
          {value.map((code) => (
            <li key={code} className="flex h-7 items-center gap-1 rounded bg-paper-3 px-2">
              {countryName(code)}
              {!readOnly && (
                <button
                  type="button"
                  aria-label={t('Remove {code}', { code: countryName(code) })}
                  onClick={() => onChange(value.filter((one) => one !== code))}
                  className="-mr-1 rounded p-1 text-ink-3 hover:text-ink"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

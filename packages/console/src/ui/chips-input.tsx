import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '#console/lib/text.ts'

export interface Chip {
  id: number
  text: string
}

interface ChipsInputProps {
  /** What the chips are of, for screen readers and above them. */
  label: string
  hint?: string | undefined
  className?: string
  chips: readonly Chip[]
  readOnly: boolean
  onAdd: (texts: readonly string[]) => void
  onRename: (id: number, text: string) => void
  onRemove: (id: number) => void
}

/**
 * Short texts, added by Enter or a comma. Backspace in the empty input takes the last one away; the arrow to the left
 * goes to it, where F2 or Enter spell it anew.
 */
export function ChipsInput(props: ChipsInputProps) {
  const { label, hint, className, chips, readOnly, onAdd, onRename, onRemove } = props
  const id = useId()
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<number>()
  function add(typed: string): void {
    onAdd(typed.split(/[,;\t\n]/).filter((part) => part.trim() !== ''))
    setText('')
  }
  function onKey(event: KeyboardEvent<HTMLInputElement>): void {
    const last = chips.at(-1)
    // The form is not sent, also by an Enter too many.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && last) {
      event.preventDefault()
      onRemove(last.id)
    } else if (event.key === 'ArrowLeft' && text === '' && last) {
      event.preventDefault()
      chipOf(event.currentTarget, -1)?.focus()
    }
  }
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-2">
        {label}
      </label>
      <div className="flex min-h-8 flex-wrap items-center gap-1 rounded bg-paper p-1 ring-1 ring-inset ring-line-3 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent">
        {chips.map((chip) =>
          chip.id === editing ? (
            <input
              key={chip.id}
              aria-label={t('Correct {text}', { text: chip.text })}
              defaultValue={chip.text}
              ref={(input) => input?.select()}
              onBlur={({ target }) => {
                onRename(chip.id, target.value)
                setEditing(undefined)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' || event.key === 'Escape') {
                  event.preventDefault()
                  if (event.key === 'Escape') event.currentTarget.value = chip.text
                  document.getElementById(id)?.focus()
                }
              }}
              className="h-6 w-28 rounded bg-paper px-1.5 ring-1 ring-inset ring-accent outline-none"
            />
          ) : (
            <span key={chip.id} className="inline-flex h-6 items-center rounded bg-paper-3 text-ink">
              <button
                type="button"
                data-chip
                tabIndex={-1}
                disabled={readOnly}
                title={t('Press to correct it')}
                onClick={() => setEditing(chip.id)}
                onKeyDown={(event) => {
                  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
                  if (step !== undefined) (chipOf(event.currentTarget, step) ?? document.getElementById(id))?.focus()
                  else if (event.key === 'Backspace' || event.key === 'Delete') {
                    onRemove(chip.id)
                    document.getElementById(id)?.focus()
                  } else if (event.key === 'F2') setEditing(chip.id)
                }}
                className="max-w-60 truncate rounded pl-2"
              >
                {chip.text}
              </button>
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('Remove {text}', { text: chip.text })}
                disabled={readOnly}
                onClick={() => onRemove(chip.id)}
                className="grid size-6 place-items-center rounded text-ink-3 hover:text-ink"
              >
                <X aria-hidden className="size-3" />
              </button>
            </span>
          ),
        )}
        <input
          id={id}
          value={text}
          readOnly={readOnly}
          aria-describedby={hint && `${id}-hint`}
          autoComplete="off"
          placeholder={chips.length === 0 ? t('Type one, press Enter') : undefined}
          onChange={({ target }) => (/[,;]/.test(target.value) ? add(target.value) : setText(target.value))}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (!/[,;\t\n]/.test(pasted)) return
            event.preventDefault()
            add(pasted)
          }}
          onBlur={() => add(text)}
          onKeyDown={onKey}
          className="h-6 min-w-12 flex-1 bg-transparent px-1.5 outline-none max-sm:text-[16px]"
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The chip beside an element, or the last one. */
function chipOf(element: HTMLElement, step: number): HTMLElement | undefined {
  const chips = [...(element.parentElement?.closest('div')?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
  const at = chips.indexOf(element)
  return at < 0 ? chips.at(-1) : chips[at + step]
}

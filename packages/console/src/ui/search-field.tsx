import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#console/lib/text.ts'
import { inputClass } from './field.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

const waitMs = 250

/** Searches while one types, a moment after the last key. `/` puts the focus here. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), waitMs)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <div className="relative w-full sm:w-64">
      <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-ink-3" />
      <input
        type="search"
        data-search-field
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // The browser would clear it, and the list would change under the keys that move in it.
            event.preventDefault()
            event.currentTarget.blur()
          }
          if (event.key === 'Enter') {
            // It is no reason to send the form around it.
            event.preventDefault()
            onChange(text)
          }
        }}
        className={`${inputClass} pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden`}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={t('Clear the search')}
          onClick={() => {
            // What was typed a moment ago is not searched for any more.
            setText('')
            onChange('')
          }}
          className="absolute top-1 right-1 rounded p-1 text-ink-3 hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}

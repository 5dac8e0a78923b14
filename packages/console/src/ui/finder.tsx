import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { useSettled } from '#console/lib/use-settled.ts'
import { Input } from './field.tsx'

interface FinderProps<Item> {
  /** What is looked for, for screen readers. */
  label: string
  placeholder: string
  typed: string
  onType: (text: string) => void
  /** What is found of the text that is typed; undefined until the answer is there. */
  found: readonly Item[] | undefined
  /** It is of the text before the last keys. */
  isStale: boolean
  keyOf: (item: Item) => string
  rowOf: (item: Item) => ReactNode
  onChoose: (item: Item) => void
  /** The first that is found of a text: who is faster than the answer types on, and gets it when it is there. */
  first?: (text: string) => Promise<Item | undefined>
  /** Where nothing is found. */
  none?: string
  invalid?: boolean
  /** There are few: with the focus in it, all are shown before anything is typed. */
  showsAll?: boolean
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** Finds as one types; the arrows move in what is found, and Enter takes it. */
export function Finder<Item>(props: FinderProps<Item>) {
  const {
    label,
    placeholder,
    typed,
    onType,
    found,
    isStale,
    keyOf,
    rowOf,
    onChoose,
    none = t('Nothing is found.'),
    showsAll = false,
  } = props
  const [active, setActive] = useState(0)
  /** Enter was faster than the answer. */
  const [choosesFirst, setChoosesFirst] = useState(false)
  const listId = useId()
  /** As they are when an answer comes. */
  const latest = useRef(typed)
  latest.current = typed
  const onChooseLatest = useRef(onChoose)
  onChooseLatest.current = onChoose
  const [isShown, setShown] = useState(false)
  const isOpen = (typed.trim() !== '' || (showsAll && isShown)) && found !== undefined
  const items = isOpen ? found : []
  // What is found has changed under it.
  const at = Math.min(active, Math.max(0, items.length - 1))
  function choose(item: Item): void {
    setActive(0)
    setShown(false)
    onType('')
    onChoose(item)
  }
  async function chooseLater(text: string, first: NonNullable<typeof props.first>): Promise<void> {
    if (text === '') return
    onType('')
    const item = await first(text).catch(() => undefined)
    // Nothing is found: it can be spelled anew, unless something else is typed by then.
    if (item !== undefined) onChooseLatest.current(item)
    else if (latest.current === '') onType(text)
  }
  useEffect(() => {
    if (!choosesFirst || isStale) return
    setChoosesFirst(false)
    const [first] = items
    if (first !== undefined) choose(first)
  })
  function onKeyDown(event: KeyboardEvent): void {
    const chosen = items[at]
    if (event.key === 'ArrowDown' && showsAll && !isOpen) setShown(true)
    else if (event.key === 'ArrowDown') setActive(Math.min(at + 1, items.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0))
    else if (event.key === 'Escape' && (typed !== '' || (showsAll && isOpen))) {
      setShown(false)
      onType('')
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // The form around it is not sent.
      if (isStale && props.first) void chooseLater(typed.trim(), props.first)
      else if (isStale) setChoosesFirst(typed.trim() !== '')
      else if (chosen !== undefined) choose(chosen)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative">
      <Input
        ref={props.inputRef}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-activedescendant={items.length > 0 ? `${listId}-${at}` : undefined}
        aria-invalid={props.invalid || undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        autoFocus={props.autoFocus}
        value={typed}
        onClick={() => setShown(true)}
        onBlur={() => setShown(false)}
        onChange={({ target }) => {
          setActive(0)
          setChoosesFirst(false)
          setShown(true)
          onType(target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t('{label}: found', { label })}
        className={cx(
          'absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded bg-float p-1 shadow-float',
          items.length === 0 && 'hidden',
        )}
      >
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
          <div
            key={keyOf(item)}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // The focus stays in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(item)}
            onPointerMove={() => setActive(index)}
            className={cx('flex min-h-9 items-center gap-2.5 rounded px-2', index === at && 'bg-paper-3')}
          >
            {rowOf(item)}
          </div>
        ))}
      </div>
      {isOpen && !isStale && items.length === 0 && <p className="mt-1 text-xs text-ink-3">{none}</p>}
    </div>
  )
}

const pauseMs = 200

/** The text that one has typed, a moment after the last key: what is asked of the service. */
export function useTyped(): [typed: string, asked: string, type: (text: string) => void] {
  const [typed, type] = useState('')
  const settled = useSettled(typed.trim(), pauseMs)
  return [typed, typed.trim() === '' ? '' : settled, type]
}

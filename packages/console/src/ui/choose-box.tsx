import { useEffect, useRef } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import type { Selection } from '#console/lib/use-selection.ts'

/** The cell of a box, before the columns of a list. Above the link that the whole row is. */
export const chooseCell = 'relative z-[1] w-8 pl-4 text-left lg:pl-8'

const target = 'grid size-7 -ml-1.5 place-items-center'
const box = 'size-4 accent-(--accent)'

interface ChooseRowProps {
  chosen: boolean
  /** The first cell of the row. */
  labelledBy: string
  onChoose: (range: boolean) => void
}

/** Chooses a row; with Shift all from the one chosen before. */
export function ChooseRow({ chosen, labelledBy, onChoose }: ChooseRowProps) {
  return (
    <label className={target}>
      <input
        type="checkbox"
        data-choose
        aria-labelledby={labelledBy}
        aria-keyshortcuts="x"
        checked={chosen}
        // The click knows of Shift, which would also mark text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => onChoose(event.shiftKey)}
        onChange={() => {}}
        className={box}
      />
    </label>
  )
}

export function ChooseLoaded<Item>({ selection: { state, toggleLoaded } }: { selection: Selection<Item> }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = state === 'some'
  }, [state])
  return (
    <label className={cx(target, 'h-7')}>
      <input
        ref={input}
        type="checkbox"
        data-choose
        aria-label={t('Choose all that are loaded')}
        checked={state === 'all'}
        onChange={toggleLoaded}
        className={box}
      />
    </label>
  )
}

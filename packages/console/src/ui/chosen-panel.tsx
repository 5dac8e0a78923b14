import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { count, type ListTotal } from '#console/lib/format.ts'
import { type Noun, nouns } from '#console/lib/nouns.ts'
import { t } from '#console/lib/text.ts'
import { maxChosen, type Selection } from '#console/lib/use-selection.ts'
import { Button } from './button.tsx'

export interface ChosenBarProps<Item> {
  selection: Selection<Item>
  noun: Noun
  total: ListTotal | undefined
  /** What can be done with them. */
  children: ReactNode
}

/** How many are chosen, and what can be done with them. */
export function ChosenPanel<Item>({ selection, noun, total, children }: ChosenBarProps<Item>) {
  const { items, clear } = selection
  return (
    <section
      data-bottom-bar
      aria-label={nouns[noun].label}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-y border-line bg-float px-4 py-2 shadow-float lg:px-8"
    >
      <span role="status" className="font-medium">
        {nouns[noun].chosen(items.length)}
      </span>
      <ChooseAll selection={selection} total={total} />
      <div
        className={cx(
          'flex flex-wrap items-center gap-2 sm:ml-auto max-sm:order-last max-sm:w-full',
          'max-sm:[&_svg:not(:last-child)]:hidden',
        )}
      >
        {children}
      </div>
      <Button
        look="quiet"
        square
        aria-label={t('Choose none')}
        aria-keyshortcuts="Escape"
        data-choose-none
        onClick={clear}
        className="max-sm:ml-auto"
      >
        <X aria-hidden />
      </Button>
    </section>
  )
}

function ChooseAll<Item>({ selection, total }: Pick<ChosenBarProps<Item>, 'selection' | 'total'>) {
  const { items, chooseAll, isLoadingAll } = selection
  if (total === undefined || items.length >= Math.min(total.total, maxChosen)) return null
  const isMore = total.total > maxChosen || total.total_precision === 'at_least'
  return (
    <Button look="quiet" busy={isLoadingAll} onClick={() => void chooseAll()}>
      {isMore
        ? t('Choose the first {maxChosen}', { maxChosen: count(maxChosen) })
        : t('Choose all {total} that match', { total: count(total.total) })}
    </Button>
  )
}

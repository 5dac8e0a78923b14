import { useQuery } from '@tanstack/react-query'
import { messageOf, shopOptions } from '#console/data/queries.ts'
import { cx } from '#console/lib/class-names.ts'
import { countTotal, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useSettled } from '#console/lib/use-settled.ts'
import { rowAddress } from '#console/ui/pictures/addresses.ts'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import { previewOptions, type Rules } from './collection-data.ts'

/** After the last key, before it is asked. */
const pauseMs = 300

/** How many products the rules find, with some of them. */
export function FoundByRules({ rules }: { rules: Rules | undefined }) {
  const text = JSON.stringify(rules)
  const settled = useSettled(text, pauseMs)
  const { data, error, isFetching } = useQuery(previewOptions(settled === undefined ? undefined : JSON.parse(settled)))
  const currency = useQuery(shopOptions).data?.currency ?? ''
  const shown = rules === undefined ? undefined : data
  return (
    <section aria-label={t('What they find')} className="rounded border border-line bg-paper-2 p-3">
      <p role="status" className={cx('font-medium', (isFetching || settled !== text) && 'text-ink-3')}>
        {rules === undefined && t('Fill in every condition to see what it finds.')}
        {shown && found(shown.count, countTotal({ total: shown.count, total_precision: shown.count_precision }))}
        {rules !== undefined && !shown && (error ? messageOf(error) : t('Counting…'))}
      </p>
      {shown && shown.sample.length > 0 && (
        <ul className="mt-2 grid gap-1.5">
          {shown.sample.map(({ id, name, media, image_url, price }) => (
            <li key={id} className="flex items-center gap-2.5">
              <Thumbnail address={rowAddress({ media, image_url })} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="tabular-nums text-ink-2">
                {price !== null && currency !== '' && money(price, currency)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function found(amount: number, text: string): string {
  if (amount === 0) return t('No product matches now.')
  return amount === 1 ? t('1 product matches now.') : t('{count} products match now.', { count: text })
}

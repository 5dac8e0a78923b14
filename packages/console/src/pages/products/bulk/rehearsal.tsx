import { useQuery } from '@tanstack/react-query'
import { shopOptions } from '#console/data/queries.ts'
import { cx } from '#console/lib/class-names.ts'
import { sentencesOf } from '#console/lib/faults.ts'
import { count, money, words } from '#console/lib/format.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import type { Rehearsal } from './bulk-data.ts'

type Values = Rehearsal['sample'][number]['before']

/** What a change would do, in figures and examples. */
export function Figures({ found, isOld }: { found: Rehearsal; isOld: boolean }) {
  const { matched, changed, failed, errors, sample } = found
  const same = matched - changed - failed
  return (
    <div className={cx(isOld && 'opacity-60')}>
      <p>
        <span className="font-medium">
          {t(
            '{changed, plural, =0 {None} other {#}} of {matched, plural, one {# product} other {# products}} will change.',
            { changed, matched },
          )}
        </span>
        {same > 0 && ` ${t('{same, plural, one {# is} other {# are}} so already.', { same })}`}
      </p>
      {failed > 0 && (
        <details className="mt-1" open={changed === 0}>
          <summary className="w-fit cursor-pointer text-bad">
            {t('{failed, plural, one {# product} other {# products}} cannot change', { failed })}
          </summary>
          <ul className="mt-1 max-h-40 overflow-y-auto">
            {errors.map(({ id, sku, field, message }) => (
              <li key={id} className="py-0.5">
                <span className="font-medium">{sku}</span>{' '}
                <span className="text-ink-2">{sentencesOf([{ field, message }])}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {sample.length > 0 && <Sample sample={sample.slice(0, 5)} rest={changed - Math.min(5, sample.length)} />}
    </div>
  )
}

function Sample({ sample, rest }: { sample: Rehearsal['sample']; rest: number }) {
  const currency = useQuery(shopOptions).data?.currency
  return (
    <table className="mt-3 w-full table-fixed border-separate border-spacing-0" aria-label={t('Examples')}>
      <thead>
        <tr className="text-left text-xs text-ink-3 [&>th]:h-7 [&>th]:border-b [&>th]:border-line [&>th]:font-medium">
          <th scope="col" className="w-1/2">
            {t('Product')}
          </th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('After')}</th>
        </tr>
      </thead>
      <tbody className="[&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:pr-3">
        {sample.map(({ id, name, sku, before, after }) => (
          <tr key={id} className="align-top">
            <th scope="row" className="truncate text-left font-normal" title={`${name} (${sku})`}>
              {name}
            </th>
            <td className="text-ink-3 wrap-anywhere">{shown(before, currency)}</td>
            <td className="wrap-anywhere">{shown(after, currency)}</td>
          </tr>
        ))}
      </tbody>
      {rest > 0 && (
        <caption className="caption-bottom pt-1.5 text-left text-xs text-ink-3">
          {t('and {count} more', { count: rest })}
        </caption>
      )}
    </table>
  )
}

/** The fields of one side; of a sale the price with the one before it. */
function shown({ status, category, tags, price, compare_at_price: comparedWith }: Values, currency = '') {
  const amount = (value: number) => (currency === '' ? count(value) : money(value, currency))
  if (status !== undefined) return words(status)
  if (category !== undefined) return category ?? '—'
  if (tags !== undefined) return tags.join(', ') || '—'
  return (
    <span className="tabular-nums">
      {price !== undefined && amount(price)}
      {comparedWith != null &&
        (price === undefined ? (
          rich('instead of {price}', { price: <s className="text-ink-3">{amount(comparedWith)}</s> })
        ) : (
          <>
            {' '}
            <s className="text-ink-3">{amount(comparedWith)}</s>
          </>
        ))}
      {price === undefined && comparedWith === null && t('no price before')}
    </span>
  )
}

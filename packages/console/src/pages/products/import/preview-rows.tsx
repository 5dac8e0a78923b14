import type { Schemas } from '@commerce-platform/client'
import { cx } from '#console/lib/class-names.ts'
import { count } from '#console/lib/format.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import { Status, type Tone } from '#console/ui/status.tsx'

type Row = Schemas['Import']['preview'][number]

const tones: Record<Row['outcome'], Tone> = { created: 'good', updated: 'accent', unchanged: 'neutral', failed: 'bad' }
const words: Record<Row['outcome'], string> = {
  created: 'new',
  updated: 'changes',
  unchanged: 'unchanged',
  failed: t('left out'),
}
const cell = 'h-9 border-b border-line py-1.5 pr-4 text-left whitespace-nowrap last:pr-0'

/** The first rows as they are read. What a row leaves alone is a dash. */
export function PreviewRows({ rows }: { rows: readonly Row[] }) {
  const isTranslated = rows.some(({ languages }) => languages.length > 0)
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{t('The first rows, as they are read')}</caption>
        <thead className="text-xs text-ink-3 [&_th]:font-medium">
          <tr>
            {[...titles, ...(isTranslated ? [t('Other languages')] : [])].map((title) => (
              <th key={title} scope="col" className={cx(cell, 'h-8!', isNumber(title) && 'text-right')}>
                {title || <span className="sr-only">{t('What happens')}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, sku, name, options, price, on_hand, pictures, languages, outcome }) => (
            <tr key={row}>
              <td className={cx(cell, 'text-right text-ink-3 tabular-nums')}>{count(row)}</td>
              <td className={cell}>
                <Status tone={tones[outcome]}>{words[outcome]}</Status>
              </td>
              <td className={cx(cell, 'max-w-40 truncate font-mono text-xs')}>{sku ?? '—'}</td>
              <td className={cx(cell, 'w-full max-w-56 min-w-32 truncate')} title={name ?? undefined}>
                {name ?? '—'}
              </td>
              <td className={cx(cell, 'max-w-40 truncate')}>{options.join(' / ') || '—'}</td>
              <td className={cx(cell, 'text-right tabular-nums')}>{price === null ? '—' : count(price)}</td>
              <td className={cx(cell, 'text-right tabular-nums')}>{on_hand === null ? '—' : count(on_hand)}</td>
              <td className={cx(cell, 'text-right tabular-nums')}>{pictures === 0 ? '—' : count(pictures)}</td>
              {isTranslated && (
                <td className={cx(cell, 'max-w-56 truncate')} title={languages.map(languageName).join(', ')}>
                  {languages.map(languageName).join(', ') || '—'}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const titles = [t('Row'), '', 'SKU', t('Name'), t('Options'), t('Price'), t('On hand'), t('Pictures')]
const isNumber = (title: string) => [t('Row'), t('Price'), t('On hand'), t('Pictures')].includes(title)

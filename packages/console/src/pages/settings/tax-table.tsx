import { X } from 'lucide-react'
import { memo, useId } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { countries } from '#console/lib/countries.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Input } from '#console/ui/field.tsx'
import type { RowFaults, TaxField, TaxRow } from './tax-rows.ts'

interface TaxTableProps {
  rows: readonly TaxRow[]
  faultsOf: (row: TaxRow) => RowFaults | undefined
  readOnly: boolean
  onChange: (row: TaxRow) => void
  onRemove: (key: number) => void
}

const fields: { name: TaxField; label: string; place: string; width?: string }[] = [
  { name: 'country', label: t('Country'), place: 'max-md:order-1', width: 'w-52' },
  { name: 'region', label: t('Region'), place: 'max-md:order-2' },
  { name: 'postal_codes', label: t('Postal codes'), place: 'max-md:order-4 max-md:col-span-2' },
  { name: 'tax_class', label: t('Class'), place: 'max-md:order-6 max-md:col-start-1', width: 'w-36' },
  { name: 'name', label: t('Name'), place: 'max-md:order-7' },
  { name: 'rate', label: t('Rate in %'), place: 'max-md:order-8', width: 'w-24' },
]

/** A row for each rate. On phones a row takes two lines, and its fields are named above them. */
export function TaxTable({ rows, faultsOf, readOnly, onChange, onRemove }: TaxTableProps) {
  const id = useId()
  const lists = { country: `${id}-country`, tax_class: `${id}-class` }
  const classes = [...new Set(['standard', 'shipping', ...rows.map((row) => row.tax_class)])].filter(Boolean)
  return (
    <>
      <table className="w-full border-separate border-spacing-0 max-md:block" aria-label={t('Tax rates')}>
        <thead className="max-md:sr-only">
          <tr>
            <Head className="w-16 pl-4 lg:pl-8">{t('Row')}</Head>
            {fields.map(({ name, label, width }) => (
              <Head key={name} className={cx('px-3', width, name === 'rate' && 'text-right')}>
                {label}
              </Head>
            ))}
            <Head className="w-24 px-3">{t('Compound')}</Head>
            <Head className="w-16 pr-4 lg:pr-8">
              <span className="sr-only">{t('Remove')}</span>
            </Head>
          </tr>
        </thead>
        {rows.map((row, index) => (
          <Row
            key={row.key}
            faults={faultsOf(row)}
            listOfCountries={lists.country}
            listOfClasses={lists.tax_class}
            row={row}
            index={index}
            readOnly={readOnly}
            onChange={onChange}
            onRemove={onRemove}
          />
        ))}
      </table>
      <datalist id={lists.country}>
        {countries().map(({ code, name }) => (
          <option key={code} value={code} label={name} />
        ))}
      </datalist>
      <datalist id={lists.tax_class}>
        {classes.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

function Head({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <th scope="col" className={cx('h-8 border-b border-line text-left text-xs font-medium text-ink-3', className)}>
      {children}
    </th>
  )
}

interface RowProps extends Pick<TaxTableProps, 'readOnly' | 'onChange' | 'onRemove'> {
  row: TaxRow
  index: number
  faults: RowFaults | undefined
  listOfCountries: string
  listOfClasses: string
}

/** Others rest while one is typed into: a table has up to 1,000. */
const Row = memo(function Row(props: RowProps) {
  const { row, index, faults, readOnly, onChange, onRemove, listOfCountries, listOfClasses } = props
  const id = useId()
  const listOf = (name: TaxField) =>
    name === 'country' ? listOfCountries : name === 'tax_class' ? listOfClasses : undefined
  return (
    <tbody className="max-md:block">
      <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6.5rem] max-md:gap-2 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3">
        <td className="border-line pl-4 text-ink-3 max-md:hidden md:border-b lg:pl-8">{index + 1}</td>
        {fields.map(({ name, label, place }) => (
          <td key={name} className={cx('border-line md:border-b md:border-l', place)}>
            {/* The input has a label of its own: that of the column, and the row. */}
            <span aria-hidden className="mb-1 block text-xs font-medium text-ink-2 md:hidden">
              {label}
            </span>
            <div className="flex items-center">
              <Input
                aria-label={t('{field} of row {row}', { field: label, row: String(index + 1) })}
                aria-invalid={faults && (faults.byField.has(name) || faults.whole !== undefined) ? true : undefined}
                aria-describedby={faults ? id : undefined}
                list={listOf(name)}
                value={row[name]}
                readOnly={readOnly}
                placeholder={placeholders[name]}
                inputMode={name === 'rate' ? 'decimal' : undefined}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => onChange({ ...row, [name]: target.value })}
                className={cx(
                  'px-3! outline-offset-0! md:h-9! md:rounded-none! md:bg-transparent! md:not-aria-invalid:ring-0!',
                  name === 'country' && 'uppercase placeholder:normal-case md:w-16! md:shrink-0',
                  name === 'rate' && 'num',
                )}
              />
              {name === 'country' && <span className="truncate pr-3 text-ink-3 max-md:hidden">{nameOf(row)}</span>}
            </div>
          </td>
        ))}
        <td className="border-line px-3 max-md:order-5 max-md:self-end max-md:p-0 md:border-b md:border-l">
          <Checkbox
            aria-label={t('Compound, of row {row}', { row: String(index + 1) })}
            title={t('Taken of the price with the other taxes of the place')}
            checked={row.compound}
            disabled={readOnly}
            onChange={({ target }) => onChange({ ...row, compound: target.checked })}
          >
            <span className="md:hidden">{t('Compound')}</span>
          </Checkbox>
        </td>
        <td className="border-line pr-4 text-right max-md:order-3 max-md:self-end max-md:p-0 md:border-b md:border-l lg:pr-8">
          {!readOnly && (
            <Button
              square
              look="quiet"
              aria-label={t('Remove row {row}', { row: String(index + 1) })}
              onClick={() => onRemove(row.key)}
            >
              <X aria-hidden />
            </Button>
          )}
        </td>
      </tr>
      {faults && (
        <tr className="max-md:block">
          <td className="border-line max-md:hidden md:border-b" />
          <td
            id={id}
            colSpan={8}
            className="border-b border-line px-3 py-1.5 text-xs text-bad max-md:block max-md:px-4"
          >
            {textsOf(faults).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  )
})

const nameOf = ({ country }: TaxRow) => countries().find(({ code }) => code === country.trim().toUpperCase())?.name

const placeholders: Record<TaxField, string> = {
  country: t('Code'),
  region: t('All of it'),
  postal_codes: t('All'),
  tax_class: 'standard',
  name: 'VAT',
  rate: '20',
}

function textsOf({ byField, whole }: RowFaults): string[] {
  const texts = fields.flatMap(({ name, label }) => {
    const fault = byField.get(name)
    return fault === undefined ? [] : [t('{field}: {fault}', { field: label, fault })]
  })
  return whole === undefined ? texts : [...texts, whole]
}

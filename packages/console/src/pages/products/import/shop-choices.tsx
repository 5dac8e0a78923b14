import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import { Field, Input, Select } from '#console/ui/field.tsx'
import type { FileChoice, SalePrices } from './upload.ts'

const salePrices: Record<SalePrices, string> = {
  current: t('Those that are on today'),
  all: t('All, also of other days'),
  none: t('None: use the normal prices'),
}

interface ShopChoicesProps {
  report: Schemas['Import']
  choice: FileChoice
  onUnits: (units: number | undefined) => void
  onSales: (sales: SalePrices) => void
}

/** What only the shop can say of a file: the units of what it does not count, and whether its sales go on. */
export function ShopChoices({ report, choice: { uncounted, sales }, onUnits, onSales }: ShopChoicesProps) {
  const choosesUnits = report.uncounted > 0
  // Sale prices that were taken or left out have a note at their column.
  const choosesSales = sales !== undefined || report.columns.some(({ reason }) => /\bsale\b/.test(reason))
  if (!choosesUnits && !choosesSales) return null
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-2">
      {choosesUnits && (
        <Field
          label={t('Stock of new products that the file does not count')}
          hint={t(
            '{uncounted, plural, one {# new product} other {# new products}} without stock in the file. ' +
              'With 0 they are sold out.',
            { uncounted: report.uncounted },
          )}
        >
          <Input
            type="number"
            min={0}
            max={1_000_000_000}
            step={1}
            defaultValue={uncounted ?? 0}
            onChange={({ target }) => onUnits(target.validity.valid ? target.valueAsNumber || 0 : undefined)}
          />
        </Field>
      )}
      {choosesSales && (
        <Field label={t('Sale prices to take')} hint={t('The usual price becomes the price to compare with.')}>
          <Select value={sales ?? 'current'} onChange={({ target }) => onSales(target.value as SalePrices)}>
            {Object.entries(salePrices).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  )
}

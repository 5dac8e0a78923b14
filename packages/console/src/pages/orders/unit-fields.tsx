import { type ReactNode, useId } from 'react'
import type { Order } from '#console/data/queries.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Input } from '#console/ui/field.tsx'
import { chosenOf, type Units } from './order-units.ts'

type Item = Order['items'][number]

interface UnitFieldsProps {
  /** What is asked: "Send", "Refund". */
  /** Of the field of an item. */
  labelOf: (item: string) => string
  order: Order
  leftOf: (order: Order, item: Item) => number
  units: Units
  onChange: (line: number, quantity: number) => void
  faultOf: (line: number) => string | undefined
  /** Below a line: what else is asked about its units. */
  more?: (item: Item) => ReactNode
}

/** How many units of each line, of those that are left. Lines with none left are not asked for. */
export function UnitFields({ order, leftOf, ...rest }: UnitFieldsProps) {
  const lines = order.items.map((item) => ({ item, left: leftOf(order, item) })).filter(({ left }) => left > 0)
  return (
    <ul className="border-b border-line">
      {lines.map(({ item, left }) => (
        <Line key={item.line} item={item} left={left} {...rest} />
      ))}
    </ul>
  )
}

type LineProps = Omit<UnitFieldsProps, 'order' | 'leftOf'> & { item: Item; left: number }

function Line({ item, left, labelOf, units, onChange, faultOf, more }: LineProps) {
  const id = useId()
  const isWrong = Number.isNaN(chosenOf(units, item, left))
  const fault = isWrong ? t('Must be a whole number from 0 to {left}.', { left: count(left) }) : faultOf(item.line)
  const value = units[item.line] ?? 0
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2">
      <div>
        <span className="font-medium">{item.name}</span> <span className="text-ink-3">{item.sku}</span>
        {more?.(item)}
      </div>
      <div className="flex items-center gap-2">
        <Input
          type="number"
          inputMode="numeric"
          aria-label={labelOf(item.name)}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : `${id}-error`}
          min={0}
          max={left}
          step={1}
          required
          value={Number.isNaN(value) ? '' : value}
          onChange={({ target }) => onChange(item.line, target.valueAsNumber)}
          className="num w-14! [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <span className="num min-w-8 text-ink-3">{t('of {left}', { left: count(left) })}</span>
      </div>
      {fault !== undefined && (
        <p id={`${id}-error`} className="col-span-2 mt-1 text-right text-xs text-bad">
          {fault}
        </p>
      )}
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Input } from '#console/ui/field.tsx'
import { Finder } from '#console/ui/finder.tsx'
import { rowAddress } from '#console/ui/pictures/addresses.ts'
import { Notice, Skeleton } from '#console/ui/states.tsx'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import { type Choice, choiceName, choicesOptions, type Exchangeable, fitting } from './exchange-data.ts'
import { type ExchangeRow, faultAt, unitsLeft } from './exchange-draft.ts'

interface ExchangeFieldsProps {
  item: Exchangeable
  rows: readonly ExchangeRow[]
  error: unknown
  isFirst: boolean
  onChange: (rows: readonly ExchangeRow[]) => void
}

/** What the customer gets for one line: variants of its group, found among those that are for sale. */
export function ExchangeFields({ item, rows, error, isFirst, onChange }: ExchangeFieldsProps) {
  const { data: choices, error: unread } = useQuery(choicesOptions(item))
  const own = rows.filter(({ line }) => line === item.line)
  const left = unitsLeft(item, rows)
  return (
    <li className="grid gap-2 border-t border-line py-2.5">
      <p className="wrap-anywhere">
        <span className="font-medium">{item.name}</span>{' '}
        <span className="text-ink-3">
          {t('{quantity, plural, one {# unit} other {# units}} back', { quantity: item.quantity })}
        </span>
      </p>
      {own.map((row) => (
        <Row
          key={row.key}
          row={row}
          fault={faultAt(row, item, rows, error)}
          onChange={(quantity) => onChange(rows.map((one) => (one === row ? { ...row, quantity } : one)))}
          onRemove={() => onChange(rows.filter((one) => one !== row))}
        />
      ))}
      {unread ? (
        <Notice error={unread} />
      ) : choices === undefined ? (
        <Skeleton className="h-8" />
      ) : choices.length === 0 ? (
        <p className="text-ink-2">{t('Neither it nor another variant of it is for sale now.')}</p>
      ) : (
        left > 0 && (
          <Picker
            name={item.name}
            choices={choices}
            autoFocus={isFirst}
            onChoose={(choice) =>
              onChange([...rows, { key: nextKey(rows), line: item.line, choice, quantity: String(left) }])
            }
          />
        )
      )}
    </li>
  )
}

const nextKey = (rows: readonly ExchangeRow[]) => Math.max(0, ...rows.map(({ key }) => key)) + 1

interface PickerProps {
  name: string
  choices: readonly Choice[]
  autoFocus: boolean
  onChoose: (choice: Choice) => void
}

const maxShown = 50

function Picker({ name, choices, autoFocus, onChoose }: PickerProps) {
  const [typed, type] = useState('')
  return (
    <Finder
      label={t('Find what is sent for {name}', { name })}
      placeholder={choices.length === 1 ? t('The same again') : t('Find a variant')}
      typed={typed}
      onType={type}
      found={fitting(choices, typed).slice(0, maxShown)}
      isStale={false}
      showsAll
      autoFocus={autoFocus}
      keyOf={({ id }) => id}
      rowOf={(choice) => (
        <>
          <Thumbnail address={rowAddress(choice)} />
          <span className="min-w-0 flex-1 truncate">
            {choiceName(choice)} <span className="text-ink-3">{choice.sku}</span>
          </span>
          <Left available={choice.available} />
        </>
      )}
      onChoose={onChoose}
    />
  )
}

const Left = ({ available }: Pick<Choice, 'available'>) => (
  <span className={cx('shrink-0 text-xs tabular-nums', available > 0 ? 'text-ink-3' : 'text-bad')}>
    {available > 0 ? t('{count} left', { count: available }) : t('None left')}
  </span>
)

interface RowProps {
  row: ExchangeRow
  fault: string | undefined
  onChange: (quantity: string) => void
  onRemove: () => void
}

function Row({ row: { choice, quantity, key }, fault, onChange, onRemove }: RowProps) {
  const name = choiceName(choice)
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_4rem_2rem] items-center gap-x-3">
        <span className="flex min-w-0 items-center gap-2.5">
          <Thumbnail address={rowAddress(choice)} />
          <span className="min-w-0 wrap-anywhere">
            {name} <span className="text-ink-3">{choice.sku}</span>
          </span>
        </span>
        <Left available={choice.available} />
        <Input
          type="number"
          inputMode="numeric"
          aria-label={t('Units of {name}', { name })}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : `exchange-${key}-error`}
          required
          // The field in which it was found may be gone.
          autoFocus
          min={1}
          step={1}
          value={quantity}
          className="num [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
          onChange={({ target }) => onChange(target.value)}
        />
        <Button look="quiet" square aria-label={t('Remove {name}', { name })} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      {fault !== undefined && (
        <p id={`exchange-${key}-error`} className="mt-1 text-xs text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}

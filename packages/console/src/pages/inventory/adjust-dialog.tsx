import { ApiError, type Schemas } from '@commerce-platform/client'
import { type FormEvent, useRef, useState } from 'react'
import { faultsOf } from '#console/lib/faults.ts'
import { count } from '#console/lib/format.ts'
import { useServiceClock } from '#console/lib/service-clock.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { CountedAt, readCountedAt } from './counted-at.tsx'
import type { Level } from './stock-data.ts'
import { useStockUpdate } from './use-stock-update.ts'

interface AdjustProps {
  productId: string
  name: string
  level: Level
  open: boolean
  onClose: () => void
}

/** Changes what is on hand: by a number of units, or to what was counted. */
export function AdjustDialog({ productId, name, level, open, onClose }: AdjustProps) {
  const update = useStockUpdate(productId, (item) => {
    onClose()
    toast(t('{name}: {on_hand} on hand', { name, on_hand: count(item.on_hand) }))
  })
  function close(): void {
    if (update.isPending) return
    update.reset()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={t('Adjust {name}', { name })}>
      <AdjustForm
        level={level}
        busy={update.isPending}
        error={update.error}
        onClose={close}
        onEdit={update.reset}
        onSend={update.mutate}
      />
    </Dialog>
  )
}

const ways = [
  { value: 'adjust', text: t('Add or remove') },
  { value: 'on_hand', text: t('Recount') },
] as const

type Way = (typeof ways)[number]['value']

interface FormProps {
  level: Level
  busy: boolean
  error: unknown
  onClose: () => void
  onEdit: () => void
  onSend: (body: Schemas['StockUpdate']) => void
}

function AdjustForm({ level, busy, error, onClose, onEdit, onSend }: FormProps) {
  const [way, setWay] = useState<Way>('adjust')
  const [text, setText] = useState('')
  const units = text === '' ? undefined : Number(text)
  const [isPast, setPast] = useState(false)
  const typedAt = useRef<string>(undefined)
  const serviceTime = useServiceClock()
  const next = units === undefined ? undefined : way === 'adjust' ? level.onHand + units : units
  const faults = faultsOf(error, [way, 'counted_at', 'reason'], 'counted_at')
  const isReserved = error instanceof ApiError && error.code === 'INSUFFICIENT_STOCK'
  const short = isReserved ? tooFew(level) : undefined
  const form = useRef<HTMLFormElement>(null)
  useFirstFault(form, error)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy || units === undefined) return
    const values = new FormData(event.currentTarget)
    const reason = String(values.get('reason')).trim() || null
    const counted_at = readCountedAt(values) ?? typedAt.current ?? serviceTime()
    onSend(way === 'adjust' ? { adjust: units, reason } : { on_hand: units, counted_at, reason })
  }
  return (
    <form ref={form} onSubmit={submit} className="mt-3 grid gap-4">
      <FilterTabs
        label={t('How')}
        value={way}
        options={ways}
        onChange={(value) => {
          setWay(value ?? 'adjust')
          setText('')
          setPast(false)
          onEdit()
        }}
      />
      <Field
        label={way === 'adjust' ? t('Units') : t('Units counted')}
        hint={
          way === 'adjust'
            ? t('Use a minus to remove units: −3.')
            : t('All units on the shelf, including reserved ones.')
        }
        error={faults.of(way) ?? short}
      >
        <Input
          type="number"
          inputMode="numeric"
          step={1}
          min={way === 'adjust' ? undefined : 0}
          required
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            typedAt.current = serviceTime()
            onEdit()
          }}
          className="tabular-nums"
        />
      </Field>
      {way === 'on_hand' && (
        <CountedAt
          hint={t('Leave empty for now. We account for what was sent or returned since.')}
          error={faults.of('counted_at')}
          onChange={({ target }) => {
            setPast(target.value !== '')
            onEdit()
          }}
        />
      )}
      <Field label={t('Reason')} hint={t('Kept in the ledger. Optional.')} error={faults.of('reason')}>
        <Input name="reason" maxLength={500} autoComplete="off" />
      </Field>
      <p className="min-h-10 text-ink-2" aria-live="polite">
        {next !== undefined && (isPast ? pastConsequence : consequence(level, next))}
      </p>
      {faults.rest != null && !isReserved && <Notice error={faults.rest} />}
      {error != null && !(error instanceof ApiError) && (
        <p className="text-ink-2">
          {t('It may have arrived all the same: look at the ledger before you send it again.')}
        </p>
      )}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          refusal={isPast && next !== undefined ? undefined : refusalOf(level, next)}
        >
          {isPast
            ? t('Save the count')
            : next === undefined || next < 0
              ? t('Adjust')
              : t('Set to {next}', { next: count(next) })}
        </Button>
      </Actions>
    </form>
  )
}

const pastConsequence = t(
  'On hand becomes this count, and what was sent, returned or adjusted since then is added to ' + 'it.',
)

function tooFew({ reserved }: Level): string {
  return t(
    '{reserved, plural, one {# unit is} other {# units are}} reserved by orders; no fewer can ' + 'be on hand.',
    { reserved },
  )
}

/** What will be, in figures. */
function consequence(level: Level, next: number): string {
  if (next < level.reserved) return tooFew(level)
  const figures = { before: level.onHand, after: next, free: next - level.reserved }
  return level.reserved === 0
    ? t('On hand goes from {before} to {after}. {free} can then be sold.', figures)
    : t('On hand goes from {before} to {after}, {reserved} of them reserved. {free} can then be sold.', {
        ...figures,
        reserved: level.reserved,
      })
}

function refusalOf(level: Level, next: number | undefined): string | undefined {
  if (next === undefined || Number.isNaN(next)) return t('Say how many units.')
  if (next === level.onHand) return t('This would change nothing.')
  return next < level.reserved ? tooFew(level) : undefined
}

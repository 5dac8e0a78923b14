import { useRef, useState } from 'react'
import type { Order } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Input } from '#console/ui/field.tsx'
import { unitsLeft } from './order-units.ts'
import { readTrackingFile } from './tracking-file.ts'

const nameOf = ({ id }: Order) => `number:${id}`

/** A tracking number for each parcel: typed, pasted from a column of a spreadsheet, or from the carrier's file. */
export function TrackingNumbers({ orders }: { orders: readonly Order[] }) {
  const list = useRef<HTMLFieldSetElement>(null)
  const [said, setSaid] = useState('')
  const fill = (order: Order | undefined, number: string) => {
    const input = order && list.current?.elements.namedItem(nameOf(order))
    if (input instanceof HTMLInputElement) input.value = number.slice(0, input.maxLength)
  }
  async function readFile(file: File): Promise<void> {
    try {
      const { numbers, unknown } = await readTrackingFile(
        await file.text(),
        orders.map(({ order_number }) => order_number),
      )
      for (const order of orders) {
        const number = numbers.get(order.order_number)
        if (number !== undefined) fill(order, number)
      }
      setSaid(summaryOf(numbers.size, orders.length, unknown))
    } catch {
      setSaid(t('{file} cannot be read as a table. Save it as CSV, with a row for each order.', { file: file.name }))
    }
  }
  return (
    <fieldset ref={list} className="mt-4">
      <legend className="float-left py-1.5 text-xs font-medium text-ink-2">
        {t('Tracking numbers, where there are some')}
      </legend>
      <ChooseFile onFile={readFile} />
      <p role="status" className="clear-both text-xs text-ink-2">
        {said}
      </p>
      <ul className="mt-1 max-h-[40vh] overflow-y-auto border-y border-line">
        {orders.map((order, index) => (
          <li
            key={order.id}
            className="grid items-center gap-x-3 gap-y-1 border-line px-1 py-1.5 not-first:border-t sm:grid-cols-[minmax(0,1fr)_11rem]"
          >
            <span className="min-w-0 truncate">
              <span className="font-medium">{order.order_number}</span>{' '}
              <span className="text-ink-3">
                {order.shipping_address?.name ?? order.customer.name ?? order.email},{' '}
                {t('{unitsLeft, plural, one {# unit} other {# units}}', { unitsLeft: unitsLeft(order) })}
              </span>
            </span>
            <Input
              name={nameOf(order)}
              aria-label={t('Tracking number of {order_number}', { order_number: order.order_number })}
              maxLength={100}
              autoComplete="off"
              onPaste={(event) => {
                const lines = event.clipboardData.getData('text').split(/\r?\n/).filter(Boolean)
                if (lines.length < 2) return
                event.preventDefault()
                for (const [at, line] of lines.entries()) fill(orders[index + at], line.trim())
              }}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function summaryOf(found: number, all: number, unknown: readonly string[]): string {
  const filled = t('The file has the numbers of {found} of {all, plural, one {# order} other {# orders}}.', {
    found,
    all,
  })
  if (unknown.length === 0) return filled
  const names = unknown.slice(0, 3).join(', ')
  const others =
    unknown.length > 3
      ? t('{count} lines name no order of these: {names} and others.', { count: unknown.length, names })
      : t('{count, plural, one {# line names} other {# lines name}} no order of these: {names}.', {
          count: unknown.length,
          names,
        })
  return `${filled} ${others}`
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="quiet" className="float-right -mr-3" onClick={() => input.current?.click()}>
        {t('Fill in from a file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt"
        aria-label={t('File of tracking numbers')}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

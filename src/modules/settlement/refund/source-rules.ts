import { sumMinor } from '#src/platform/lib/money.ts'

/** A payment that a refund can give back to. */
export interface Source {
  id: string
  amount_minor: number
  /** Of an order that is paid by several payments; null: by one. */
  refunded_minor: number | null
}

/** A part of a refund before it is written. */
export interface PlannedPart {
  payment_id: string
  amount_minor: number
}

/**
 * Splits a refund over the payments of its order, the newest first; each gets back no more than it gave. The only
 * payment of an order gets all of it. A refund of 0 is one of the newest payment.
 * @throws if the payments gave less
 */
export function splitOverSources(sources: readonly Source[], amountMinor: number): PlannedPart[] {
  let rest = amountMinor
  const parts = sources.flatMap(({ id, amount_minor, refunded_minor }): PlannedPart[] => {
    const part = refunded_minor === null ? rest : Math.min(rest, amount_minor - refunded_minor)
    rest -= part
    return part > 0 ? [{ payment_id: id, amount_minor: part }] : []
  })
  const [newest] = sources
  if (rest > 0 || newest === undefined) throw new Error(`${amountMinor} is more than the payments of the order gave`)
  return parts.length > 0 ? parts : [{ payment_id: newest.id, amount_minor: 0 }]
}

/** State of a refund by that of its parts: it has succeeded when all have. */
export function statusOfParts(
  parts: readonly { status: 'pending' | 'succeeded' | 'failed' }[],
): 'pending' | 'succeeded' | 'failed' {
  if (parts.some(({ status }) => status === 'pending')) return 'pending'
  return parts.every(({ status }) => status === 'succeeded') ? 'succeeded' : 'failed'
}

export function failedMinor(parts: readonly { status: string; amount_minor: number }[]): number {
  return sumMinor(parts.filter(({ status }) => status === 'failed').map(({ amount_minor }) => amount_minor))
}

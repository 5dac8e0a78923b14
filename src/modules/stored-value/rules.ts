import { createHash } from 'node:crypto'
import { randomLetters } from '#src/platform/lib/ids.ts'
import { plainText } from '#src/platform/lib/plain-text.ts'

const accountKinds = ['gift_card', 'store_credit'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Where value comes from: it was sold, given back, or granted by the shop. Granted value is spent first. */
export const origins = ['granted', 'returned', 'sold'] as const
export type Origin = (typeof origins)[number]

export const entryKinds = ['issued', 'adjusted', 'paid', 'returned', 'refunded'] as const
export type EntryKind = (typeof entryKinds)[number]

export type Pools = Readonly<Record<Origin, number>>

/** 80 random bits, in fours: it cannot be guessed, and can be read out on the phone. */
export function newCode(): string {
  return [4, 4, 4, 4].map(randomLetters).join('-')
}

/** The hash of a code as somebody typed it, at the shop that issued it; undefined if it cannot be a code. */
export function hashCode(merchantId: string, typed: string): Buffer | undefined {
  const letters = plainText(typed)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  const code = letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(code)) return undefined
  return createHash('sha256').update(`${merchantId}:${code}`).digest()
}

/** How a new code is stored. */
export function hashed(merchantId: string, code: string): { code_hash: Buffer; last_four: string } {
  const code_hash = hashCode(merchantId, code)
  if (code_hash === undefined) throw new Error('a new code is no code')
  return { code_hash, last_four: code.slice(-4) }
}

/** Splits an amount over the origins in which it is spent. @throws if there is less */
export function spend(pools: Pools, amountMinor: number): { origin: Origin; amountMinor: number }[] {
  let rest = amountMinor
  const parts = origins.flatMap((origin) => {
    const part = Math.max(0, Math.min(rest, pools[origin]))
    rest -= part
    return part > 0 ? [{ origin, amountMinor: part }] : []
  })
  if (rest > 0) throw new Error(`${amountMinor} is more than the account has`)
  return parts
}

/**
 * Splits what comes back of a payment: granted value comes back as granted, after the rest of it.
 * @param paid what the payment took of granted value, and of other
 * @param returned what came back before
 */
export function splitReturned(
  paid: { granted: number; other: number },
  returned: { granted: number; other: number },
  amountMinor: number,
): { origin: Origin; amountMinor: number }[] {
  const other = Math.min(amountMinor, paid.other - returned.other)
  const granted = amountMinor - other
  if (granted > paid.granted - returned.granted) throw new Error(`${amountMinor} is more than the payment gave`)
  return [
    ...(other > 0 ? [{ origin: 'returned' as const, amountMinor: other }] : []),
    ...(granted > 0 ? [{ origin: 'granted' as const, amountMinor: granted }] : []),
  ]
}

/**
 * Years for which value that was sold is good at least, by the country of the shop; the others: 3
 * (src/modules/stored-value/README.md).
 */
const leastYears: Readonly<Record<string, number>> = { IE: 5, US: 5 }

/** The earliest end of value that is sold now. */
export function earliestEnd(now: Date, country: string | null): Date {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + (leastYears[country ?? ''] ?? 3))
  return end
}

export const giftCardStatuses = ['active', 'spent', 'expired', 'disabled'] as const
export type GiftCardStatus = (typeof giftCardStatuses)[number]

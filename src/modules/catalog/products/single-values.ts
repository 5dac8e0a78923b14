import { readPrice, toMajor } from '#src/platform/lib/money.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import type { Money, ShownProduct } from './field.ts'
import { maxSlugLength } from './field-schemas.ts'

export const priceFault = (price: number | null, { currency, unit }: Money) => {
  const read = price === null ? { minor: 0 } : readPrice(price, currency, unit)
  return 'fault' in read ? read.fault : undefined
}

export function minorOf(price: number, { currency, unit }: Money): number {
  const read = readPrice(price, currency, unit)
  if ('fault' in read) throw new Error(`${price} is no price: faults are looked for first`)
  return read.minor
}

export function majorOf(minor: number | null, { currency }: ShownProduct): number | null {
  return minor === null ? null : toMajor(minor, currency)
}

const nothing: Readonly<Record<string, string>> = {}

export function publicOf(metadata: Record<string, string>): Record<string, string> {
  const keys = Object.keys(metadata)
  if (keys.length === 0) return nothing
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => key.startsWith('public_')))
}

export function writtenSeo(seo: { title?: string | null; description?: string | null } | null) {
  const { title, description } = seo ?? { title: null, description: null }
  return {
    ...(title !== undefined && { seo_title: title }),
    ...(description !== undefined && { seo_description: description }),
  }
}

export function slugFault(slug: string | null): string | undefined {
  if (slug === null || slugOf(slug, maxSlugLength) === slug) return undefined
  return `must be lower-case words separated by hyphens, such as ${slugOf(slug) || 'blue-mug'}`
}

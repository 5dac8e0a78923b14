import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { api } from '#console/data/session.ts'
import { inSentence, money, words } from '#console/lib/format.ts'
import { isSame } from '#console/lib/same.ts'
import { t } from '#console/lib/text.ts'
import { ownPictures } from './own-pictures.ts'
import type { ProductFields } from './product-form.tsx'

type Product = Schemas['Product']
type Values = Partial<ProductFields>

/**
 * Changes a product that somebody else may have changed since `before`. `accept` is given what they have written into
 * the fields of this change; it throws to leave that as it is.
 */
export async function changeProduct(before: Product, change: Values, accept: (others: Values) => void) {
  const params = { path: { id: before.id } }
  for (;;) {
    const now = await read(api.GET('/admin/products/{id}', { params }))
    accept(othersChange(before, now, change))
    try {
      const body = { ...change, expected_version: now.version }
      return await read(api.PATCH('/admin/products/{id}', { params, body }))
    } catch (error) {
      if (!(error instanceof ApiError && isOtherVersion(error))) throw error
    }
  }
}

/** Changed since it was read; and not a slug that is taken. */
function isOtherVersion({ code, details }: ApiError): boolean {
  return code === 'CONFLICT' && typeof details === 'object' && details !== null && 'version' in details
}

/** What a product has, as it is written: the ids of its own pictures. */
export function fieldsOf(product: Product) {
  return { ...product, media: ownPictures(product).map(({ id }) => id) }
}

function othersChange(before: Product, now: Product, change: Values): Values {
  const names = Object.keys(change) as (keyof ProductFields)[]
  const [was, is] = [fieldsOf(before), fieldsOf(now)]
  const both = names.filter((name) => !isSame(is[name], was[name]) && !isSame(is[name], change[name]))
  return Object.fromEntries(both.map((name) => [name, is[name]]))
}

/** Says it at each field; whoever saves again knows what is replaced. */
export function othersChangeError(values: Values, currency: string): ApiError {
  const details = Object.entries(values).map(([field, value]) => ({
    field,
    message: changedTo(field, value, currency),
  }))
  return new ApiError(409, { code: 'CONFLICT', message: t('somebody else has changed the product meanwhile'), details })
}

function changedTo(field: string, value: Values[keyof Values], currency: string): string {
  if (value === null) return t('somebody else has changed it meanwhile, to nothing; save again to replace that')
  const to = (shown: string) =>
    t('somebody else has changed it meanwhile, to {value}; save again to replace that', { value: shown })
  if (field === 'price') return to(money(Number(value), currency))
  if (field === 'status') return to(inSentence(words(String(value))))
  // A tick says it by itself, and a long text would hide the rest.
  return typeof value === 'boolean' || typeof value === 'object' || String(value).length > 60
    ? t('somebody else has changed it meanwhile; save again to replace that')
    : t('somebody else has changed it meanwhile, to “{value}”; save again to replace that', { value })
}

import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { isSame } from '#console/lib/same.ts'
import { t } from '#console/lib/text.ts'

export type Customer = Schemas['Customer']
export type CustomerDetails = Schemas['CustomerDetails']
export type CustomerBody = Schemas['NewCustomer']

export const customerOptions = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => read(api.GET('/admin/users/{id}', { params: { path: { id } }, signal })),
  })

/** What shows a customer, with the names in lists of orders. */
export const customerKeys = [['customers'], ['orders'], ['order']] as const

/**
 * Changes a customer whom a colleague may have changed since `before`: what they changed elsewhere stays. Throws at
 * the fields that both have changed, once `accept` has their record; saved again, it replaces that.
 */
export async function changeCustomer(
  before: CustomerDetails,
  change: CustomerBody,
  accept: (now: CustomerDetails) => void,
): Promise<CustomerDetails> {
  const params = { path: { id: before.id } }
  let base = before
  for (;;) {
    try {
      return await read(api.PATCH('/admin/users/{id}', { params, body: { ...change, expected_version: base.version } }))
    } catch (error) {
      if (!isOtherVersion(error)) throw error
    }
    const now = await read(api.GET('/admin/users/{id}', { params }))
    const both = bothChanged(base, now, change)
    base = now
    if (both.length === 0) continue
    accept(now)
    throw meanwhile(both, now)
  }
}

/** Changed since it was read; and not an address that is taken. */
function isOtherVersion(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return false
  return typeof error.details === 'object' && error.details !== null && 'version' in error.details
}

type Field = keyof CustomerBody & keyof CustomerDetails

function bothChanged(before: CustomerDetails, now: CustomerDetails, change: CustomerBody): Field[] {
  const names = Object.keys(change) as Field[]
  return names.filter((name) => !isSame(now[name], before[name]) && !isSame(now[name], change[name]))
}

function meanwhile(fields: readonly Field[], now: CustomerDetails): ApiError {
  const details = fields.map((field) => ({
    field,
    message: changedTo(now[field]),
  }))
  return new ApiError(409, { code: 'CONFLICT', message: t('a colleague has changed this customer meanwhile'), details })
}

/** A tick says it by itself, and a long text would hide the rest. */
function changedTo(value: CustomerDetails[Field]): string {
  if (value === null) return t('was changed by a colleague meanwhile, to nothing; save again to replace that')
  return typeof value === 'string' && value.length <= 60
    ? t('was changed by a colleague meanwhile, to {value}; save again to replace that', { value })
    : t('was changed by a colleague meanwhile; save again to replace that')
}

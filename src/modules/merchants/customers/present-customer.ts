import type { Static } from 'typebox'
import { presentAddress } from '#src/modules/identity/index.ts'
import { cannotBeRead } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { CustomerDetailsRow, CustomerRow } from './queries.ts'
import type { Customer, CustomerDetails } from './schemas.ts'

/** A customer of a shop as answers show them: what the shop was told, whoever has the address. */
export function presentCustomer(row: Omit<CustomerRow, 'position'>, currency: string): Static<typeof Customer> {
  const { id, account, consent_at: consentAt } = row
  // Accounts are not deleted.
  if (id === null) throw cannotBeRead('account')
  const spent = toMajor(row.order_total_minor, currency)
  return {
    id,
    account,
    email: row.is_erased && account ? '' : row.email,
    name: row.name,
    phone: row.phone,
    is_verified: row.is_verified,
    is_guest: !account,
    created_at: row.customer_since.toISOString(),
    customer_since: row.customer_since.toISOString(),
    company: row.company,
    vat_number: row.vat_number,
    addresses: row.addresses.map(presentAddress),
    tags: row.tags,
    note: row.note,
    locale: row.locale,
    accepts_marketing: consentAt && {
      at: consentAt.toISOString(),
      source: row.consent_source ?? '',
      withdrawn_at: row.consent_withdrawn_at?.toISOString() ?? null,
    },
    tax_exempt: row.tax_exempt,
    send_before_paid: row.send_before_paid,
    order_count: row.order_count,
    order_total: spent,
    spent,
    last_order_at: row.last_order_at?.toISOString() ?? null,
    version: row.version,
  }
}

export function presentDetails(row: CustomerDetailsRow, currency: string): Static<typeof CustomerDetails> {
  const last = row.last_order
  const elsewhere = row.elsewhere ?? []
  const shown = presentCustomer(row, currency)
  return {
    ...shown,
    spent_by_currency: [
      {
        currency,
        order_count: elsewhere.reduce((left, { orders }) => left - orders, shown.order_count),
        spent: shown.spent,
      },
      ...elsewhere.map(({ currency: other, orders, minor }) => ({
        currency: other,
        order_count: orders,
        spent: toMajor(minor, other),
      })),
    ],
    groups: row.groups,
    last_order: last && { ...last, created_at: new Date(last.created_at).toISOString() },
  }
}

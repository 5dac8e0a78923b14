import type { Schemas } from '@commerce-platform/client'
import { roleName } from '#console/data/role-names.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { nameOfState } from './audit-names.ts'

const amounts = new Set(['amount', 'price', 'compare_at_price', 'unit_cost', 'free_from'])
const states = new Set(['status', 'fulfillment_status'])

/** A value of a field, as it is read: an amount in the currency of the shop, which every amount of a shop has. */
export function valueText(field: string, value: unknown, currency: string | undefined): string {
  if (typeof value === 'number' && currency !== undefined && amounts.has(field)) return money(value, currency)
  if (typeof value === 'string' && field === 'role') return roleName(value)
  return typeof value === 'string' && states.has(field) ? nameOfState(value) : textOf(value)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return value ? t('true') : t('false')
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Who did it, as it is read. */
export function actorOf({ actor }: Schemas['AuditEntry']): string {
  if (actor.type === 'system') return t('The service')
  if (actor.type === 'api_key') return actor.name ? t('API key {name}', { name: actor.name }) : t('API key')
  return actor.email ?? t('An erased account')
}

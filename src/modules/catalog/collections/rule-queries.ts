import { type RawBuilder, sql } from 'kysely'
import { boundToMinor, toMinor } from '#src/platform/lib/money.ts'
import type { CollectionRules, Condition } from './rules.ts'

/** The rules as a condition on `products product left join product_groups product_group`. */
export function matchesRules({ match, conditions }: CollectionRules, currency: string): RawBuilder<boolean> {
  const parts = conditions.map((condition) => sql`(${conditionOf(condition, currency)})`)
  return sql<boolean>`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
}

function conditionOf(condition: Condition, currency: string): RawBuilder<unknown> {
  switch (condition.field) {
    case 'category':
      return ofText(sql`fold_text(product.category)`, condition)
    case 'brand':
      return ofText(sql`fold_text(product.brand)`, condition)
    case 'name':
      return ofName(condition)
    case 'tag':
      return ofTags(condition)
    case 'price':
      return ofAmount(sql`product.price_minor`, condition, currency)
    case 'compare_at_price':
      return ofAmount(sql`product.compare_at_minor`, condition, currency)
    case 'in_stock':
      return sql`product.in_stock = ${condition.value === (condition.operator === 'is')}::boolean`
  }
}

function ofText(column: RawBuilder<unknown>, { operator, value }: Condition): RawBuilder<unknown> {
  const text = sql`fold_text(${String(value)}::text)`
  if (operator === 'set') return value ? sql`${column} is not null` : sql`${column} is null`
  if (operator === 'contains') return sql`strpos(${column}, ${text}) > 0`
  return operator === 'is' ? sql`${column} = ${text}` : sql`${column} is distinct from ${text}`
}

/** A variant contains what is in its own name, which has its options; its group is what is called so. */
function ofName(condition: Condition): RawBuilder<unknown> {
  if (condition.operator === 'contains') return ofText(sql`product.name_key`, condition)
  return ofText(sql`coalesce(fold_text(product_group.name), product.name_key)`, condition)
}

function ofTags({ operator, value }: Condition): RawBuilder<unknown> {
  if (operator === 'set') return value ? sql`product.tags <> '{}'` : sql`product.tags = '{}'`
  const text = sql`fold_text(${String(value)}::text)`
  const fits = operator === 'contains' ? sql`strpos(fold_text(tag), ${text}) > 0` : sql`fold_text(tag) = ${text}`
  const has = sql`exists (select from unnest(product.tags) tag where ${fits})`
  return operator === 'is_not' ? sql`not ${has}` : has
}

/** Exact also for an amount with more decimals than the currency has by now. */
function ofAmount(column: RawBuilder<unknown>, { operator, value }: Condition, currency: string): RawBuilder<unknown> {
  const amount = Number(value)
  const minor = toMinor(amount, currency) ?? null
  switch (operator) {
    case 'set':
      return value ? sql`${column} is not null` : sql`${column} is null`
    case 'above':
      return sql`${column} > ${boundToMinor(amount, currency, 'max')}::bigint`
    case 'below':
      return sql`${column} < ${boundToMinor(amount, currency, 'min')}::bigint`
    case 'is_not':
      return sql`${column} is distinct from ${minor}::bigint or ${minor}::bigint is null`
    default:
      return sql`${column} = ${minor}::bigint`
  }
}

import { type AuditEntry, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { type DomainEvent, emit } from '#src/platform/outbox/index.ts'
import { productChanges } from '../products/field-values.ts'
import { shownOfGroup } from '../products/group-pictures.ts'
import { productEvent } from '../products/manage-products.ts'
import { type ProductRow, selectOwnProducts } from '../products/queries.ts'
import { sharedColumns } from './columns.ts'
import type { GroupActor } from './group-actor.ts'
import type { PicturesOfGroup, StoredVariant } from './write-queries.ts'

/** In one statement; the event loop has a turn between them. Each may have a description of 10,000 characters. */
const variantsAtOnce = 200

interface VariantChanges {
  /** As they were. */
  locked: ReadonlyMap<string, StoredVariant>
  changed: ReadonlySet<string>
  /** New ones, with their units on hand, of which their `inventory.updated` tells next. */
  added: ReadonlyMap<string, number>
  deleted: ReadonlySet<string>
  archived: ReadonlySet<string>
  /** Of groups that will have others than they have. */
  pictures: ReadonlyMap<string, PicturesOfGroup>
}

/** Emits an event for each variant that is shown in another way, and records what was changed of it. */
export async function emitVariantChanges(
  transaction: Transaction,
  actor: GroupActor,
  { locked, changed, added, deleted, archived, pictures }: VariantChanges,
): Promise<void> {
  for (const ids of slices([...deleted])) {
    const rows = ids.flatMap((id) => locked.get(id) ?? [])
    await write(transaction, actor, rows.map(deletedOne))
  }
  for (const ids of slices([...added.keys(), ...changed])) {
    const rows = (await selectOwnProducts(transaction, actor.merchantId, ids)).map((row) => picturedBy(row, pictures))
    const changes = rows.map((row) => {
      const before = locked.get(row.id)
      if (before === undefined) return createdOne({ ...row, available: added.get(row.id) ?? 0 })
      return changedOne(before, row, archived.has(row.id))
    })
    await write(transaction, actor, changes)
  }
}

/** A variant shows the pictures of its group after its own. */
function picturedBy(row: ProductRow, pictures: VariantChanges['pictures']): ProductRow {
  const ofGroup = row.group_id === null ? undefined : pictures.get(row.group_id)
  if (ofGroup === undefined) return row
  const own = (row.pictures ?? []).filter(({ id }) => row.media.includes(id))
  const further = shownOfGroup(ofGroup.pictures ?? [], ofGroup.media_options, row.options)
  return { ...row, pictures: [...own, ...further.filter(({ id }) => !row.media.includes(id))] }
}

interface Change {
  event: DomainEvent
  /** Undefined if only what it reads of its group has changed. */
  entry: AuditEntry | undefined
}

async function write(transaction: Transaction, actor: GroupActor, changes: readonly Change[]): Promise<void> {
  await emit(
    transaction,
    changes.map(({ event }) => event),
  )
  await recordAudit(
    transaction,
    actor,
    changes.flatMap(({ entry }) => entry ?? []),
  )
}

function createdOne(row: ProductRow): Change {
  const { id, sku, name } = row
  const price = toMajor(row.price_minor, row.currency)
  const changes = changesOf(null, { sku, name, price, group_id: row.group_id })
  return { event: productEvent('product.created', row), entry: { action: 'product.created', targetId: id, changes } }
}

function deletedOne(row: StoredVariant): Change {
  const { id, sku, name } = row
  const changes = changesOf({ sku, name, group_id: row.group_id }, null)
  const event = productEvent('product.deleted', { ...row, available: 0, version: row.version + 1 })
  return { event, entry: { action: 'product.deleted', targetId: id, changes } }
}

function changedOne(before: StoredVariant, row: ProductRow, isArchived: boolean): Change {
  const read = new Set<string>([...sharedColumns, 'name', 'seo.title', 'seo.description'])
  const own = Object.entries(productChanges(before, row)).filter(([field]) => !read.has(field))
  const place = (one: StoredVariant) => ({
    group_id: one.group_id,
    options: Object.entries(one.options).map(([name, value]) => `${name}: ${value}`),
    position: one.position,
  })
  const changes = { ...Object.fromEntries(own), ...changesOf(place(before), place(row)) }
  const action = isArchived ? 'product.archived' : 'product.updated'
  const entry = Object.keys(changes).length === 0 ? undefined : ({ action, targetId: row.id, changes } as const)
  return { event: productEvent(isArchived ? 'product.deleted' : 'product.updated', row), entry }
}

function slices(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / variantsAtOnce)
  return Array.from({ length: count }, (_, index) => ids.slice(index * variantsAtOnce, (index + 1) * variantsAtOnce))
}

import { ApiError, read } from '@commerce-platform/client'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { levelOf } from '#console/pages/inventory/stock-data.ts'
import type { Group, GroupFields, SentVariant } from './group-body.ts'
import { readGroup } from './group-data.ts'

export interface TypedGroup {
  fields: GroupFields
  variesBy: string[]
  variants: readonly SentVariant[]
}

export async function createGroup({ fields, variesBy, variants }: TypedGroup): Promise<Group> {
  const body = { ...fields, varies_by: variesBy, variants: variants.map((variant) => variant.body) }
  try {
    return await read(api.POST('/admin/product-groups', { body }))
  } catch (error) {
    throw await withDuplicateSku(error, variants)
  }
}

/** Writes the group as it is typed. `version`: that of the group that was typed over. */
export async function saveGroup(before: Group, version: number, typed: TypedGroup): Promise<Group> {
  const { fields, variesBy, variants } = typed
  const params = { path: { id: before.id } }
  const expected_version = await renameSkus(before, version, variants)
  const reserved = await readReserved(variants)
  const sent = variants.map(({ body, before: stored, stock }) => {
    const counted = stored && stock !== undefined && { on_hand: stock + (reserved.get(stored.id) ?? 0) }
    return { ...body, ...counted }
  })
  try {
    const body = { ...fields, varies_by: variesBy, variants: sent, expected_version }
    return await read(api.PUT('/admin/product-groups/{id}', { params, body }))
  } catch (error) {
    throw await withDuplicateSku(error, variants)
  }
}

/** A variant is known by its SKU: a new one is written first, so that it stays the same product. */
async function renameSkus(group: Group, version: number, variants: readonly SentVariant[]): Promise<number> {
  const renamed = variants.filter(({ body, before }) => before && before.sku !== body.sku)
  if (renamed.length === 0) return version
  const now = await readGroup(group.id)
  if (now.version !== version) {
    const message = t('the product group has changed since; read it again')
    throw new ApiError(409, { code: 'CONFLICT', message, details: { version: now.version } as never })
  }
  for (const { body, before } of renamed) {
    const params = { path: { id: before?.id ?? '' } }
    try {
      await read(api.PATCH('/admin/products/{id}', { params, body: { sku: body.sku } }))
    } catch (error) {
      throw ofVariant(error, variants, body.sku)
    }
  }
  return (await readGroup(group.id)).version
}

/** Units that orders hold of variants whose stock is typed: what is typed can be sold beside them. */
async function readReserved(variants: readonly SentVariant[]): Promise<ReadonlyMap<string, number>> {
  const reserved = new Map<string, number>()
  for (const { before, stock } of variants) {
    if (before === undefined || stock === undefined) continue
    const params = { path: { product_id: before.id }, query: { limit: 1 } }
    const { items } = await read(api.GET('/admin/inventory/{product_id}/movements', { params }))
    reserved.set(before.id, levelOf(items[0]).reserved)
  }
  return reserved
}

/** A fault of one product as one of its row. */
function ofVariant(error: unknown, variants: readonly SentVariant[], sku: string): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, code, message, requestId } = error
  const at = variants.findIndex(({ body }) => body.sku === sku)
  const faults = error.faults.map((fault) => ({ ...fault, field: `variants[${at}].${fault.field}` }))
  const details = error.code === 'SKU_TAKEN' ? { sku } : faults.length > 0 ? faults : error.details
  return new ApiError(status, { code, message, details, ...(requestId && { request_id: requestId }) } as never)
}

/** So many SKUs are looked for, to say which one another product has. */
const maxLookedUp = 60

async function withDuplicateSku(error: unknown, variants: readonly SentVariant[]): Promise<unknown> {
  if (!(error instanceof ApiError && error.code === 'SKU_TAKEN') || error.details !== undefined) return error
  const added = variants.filter(({ before }) => before === undefined).slice(0, maxLookedUp)
  for (const { body } of added) {
    const query = { sku: body.sku, limit: 1 }
    const { items } = await read(api.GET('/admin/products', { params: { query } }))
    if (items.length > 0) return ofVariant(error, variants, body.sku)
  }
  return error
}

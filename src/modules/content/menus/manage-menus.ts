import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { findNamed, keyOf, type Named, type Reference } from '../names/find-named.ts'
import { checkVersion } from '../version.ts'
import { lockMenus, type MenuRow, selectMenu, selectMenus, writeMenu } from './queries.ts'
import { allItems, builtInMenus, type MenuItem, type MenuItemInput, maxItems, maxMenus, readItems } from './rules.ts'
import type { ShownItem } from './schemas.ts'

export interface Menu {
  handle: string
  items: ShownItem[]
  /** 0 of one that was never written. */
  version: number
}

export interface MenuInput {
  items: readonly MenuItemInput[]
  expected_version?: number
}

/** The menus of a shop; those that every shop has are first. */
export async function listMenus(db: Executor, merchantId: string): Promise<MenuRow[]> {
  const written = await selectMenus(db, merchantId)
  const builtIn = builtInMenus.map(
    (handle) => written.find((menu) => menu.handle === handle) ?? { handle, items: [], version: 0, updated_at: null },
  )
  return [...builtIn, ...written.filter(({ handle }) => !builtInMenus.includes(handle))]
}

/** A menu as staff sees it, with what is gone marked. @throws AppError NOT_FOUND */
export async function readMenu(db: Executor, merchantId: string, handle: string): Promise<Menu> {
  const { items, version, named } = await readNamed(db, merchantId, handle)
  return { handle, items: items.map((item) => marked(item, named)), version }
}

/** A menu as shoppers see it, without what is gone and what stands below it. @throws AppError NOT_FOUND */
export async function readShownMenu(db: Executor, merchantId: string, handle: string): Promise<Omit<Menu, 'version'>> {
  const { items, named } = await readNamed(db, merchantId, handle)
  return { handle, items: onlyShown(items, named) }
}

/**
 * Writes the items of a menu in place of those it has. Without items one of the shop's own is no more.
 * @throws AppError VALIDATION_ERROR, CONFLICT if there are too many menus, or the menu has another version
 */
export async function setMenu(
  db: Executor,
  staff: Staff,
  handle: string,
  { items: input, expected_version: expected }: MenuInput,
): Promise<Menu> {
  const { merchantId } = staff
  const faults: FieldFault[] = []
  const items = readItems(input, faults)
  const all = allItems(items)
  if (all.length > maxItems) faults.push({ field: 'items', message: `must be at most ${maxItems} on all levels` })
  if (faults.length > 0) throw invalid(...faults)
  return inTransaction(db, async (transaction) => {
    await lockMenus(transaction, merchantId)
    const written = await selectMenu(transaction, merchantId, handle)
    const before = written?.isDeleted ? undefined : written?.items
    const named = await findNamed(transaction, merchantId, referencesIn(items))
    const had = new Set(referencesIn(before ?? []).map(keyOf))
    const unknown = all.filter(({ item }) => {
      const reference = referenceOf(item)
      return reference !== undefined && !named.has(keyOf(reference)) && !had.has(keyOf(reference))
    })
    if (unknown.length > 0)
      throw invalid(...unknown.map(({ field, item }) => ({ field: `${field}.id`, message: noneOf(item) })))
    const shown = items.map((item) => marked(item, named))
    // What was sent twice is written once.
    const current = before === undefined ? 0 : (written?.version ?? 0)
    if (isDeepStrictEqual(before ?? [], items)) return { handle, items: shown, version: current }
    checkVersion('menu', current, expected)
    const isOwn = !builtInMenus.includes(handle)
    const others = before === undefined && isOwn ? (await selectMenus(transaction, merchantId)).length : 0
    if (others >= maxMenus) throw new AppError('CONFLICT', `a shop has at most ${maxMenus} menus`)
    const now = await writeMenu(transaction, merchantId, handle, items)
    const version = isOwn && items.length === 0 ? 0 : now
    const titles = (list: readonly MenuItem[]) => allItems(list).map(({ item }) => item.title)
    const changes = { [handle]: [titles(before ?? []), titles(items)] as const }
    await recordAudit(transaction, staff, [{ action: 'menu.updated', targetId: merchantId, changes }])
    return { handle, items: shown, version }
  })
}

const noneOf = ({ type }: MenuItem) =>
  type === 'category' ? 'is no category of products for sale' : `is not the id of a ${type} of this shop`

async function readNamed(db: Executor, merchantId: string, handle: string) {
  const menu = await selectMenu(db, merchantId, handle)
  if ((menu === undefined || menu.isDeleted) && !builtInMenus.includes(handle)) throw notFound('menu')
  const { items, version } = menu ?? { items: [], version: 0 }
  return { items, version, named: await findNamed(db, merchantId, referencesIn(items)) }
}

const referenceOf = ({ type, id }: MenuItem): Reference | undefined =>
  type === 'url' || id === undefined ? undefined : { type, id }

function referencesIn(items: readonly MenuItem[]): Reference[] {
  return allItems(items).flatMap(({ item }) => referenceOf(item) ?? [])
}

type NamedBy = ReadonlyMap<string, Named>

function marked(item: MenuItem, named: NamedBy): ShownItem {
  const { found, isGone } = look(item, named)
  return {
    ...withSlug(item, found),
    ...(isGone && { gone: true }),
    items: item.items.map((inner) => marked(inner, named)),
  }
}

function onlyShown(items: readonly MenuItem[], named: NamedBy): ShownItem[] {
  return items.flatMap((item) => {
    const { found, isGone } = look(item, named)
    return isGone ? [] : [{ ...withSlug(item, found), items: onlyShown(item.items, named) }]
  })
}

function look(item: MenuItem, named: NamedBy): { found?: Named | undefined; isGone: boolean } {
  const reference = referenceOf(item)
  const found = reference && named.get(keyOf(reference))
  return { found, isGone: reference !== undefined && !found?.shown }
}

function withSlug({ title, type, id, url }: MenuItem, found: Named | undefined) {
  const slug = found?.slug
  return { title, type, ...(id !== undefined && { id }), ...(url !== undefined && { url }), ...(slug && { slug }) }
}

import { type Static, type TSchema, Type } from 'typebox'
import { body, expectedVersion, line, Nullable, named, Timestamp } from '#src/platform/http/envelope.ts'
import { Version } from '../version.ts'
import type { MenuRow } from './queries.ts'
import { allItems, type LinkType, linkTypes, maxItems } from './rules.ts'

export const Handle = Type.String({
  pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  maxLength: 50,
  description: '`main`, `footer`, or one of the shop’s own: lower-case words with hyphens between.',
  examples: ['main'],
})

const Type_ = Type.Unsafe<LinkType>(Type.String({ enum: [...linkTypes], examples: ['page'] }))
const idText = 'Of a page, collection or product (or group); of a category its name.'
const fields = {
  title: line({ max: 100, examples: ['About us'] }),
  type: Type_,
  id: Type.Optional(line({ max: 100, description: idText, examples: ['019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'] })),
  url: Type.Optional(
    line({ max: 2_000, description: 'Of a `url`: a path of the shop, or another address.', examples: ['/search'] }),
  ),
}
/** As answers have it; a body may give it back, and it is not read. */
const added = {
  slug: Type.Optional(Nullable(line({ max: 200, description: 'Not read.' }))),
  gone: Type.Optional(Type.Boolean({ description: 'Not read.' })),
}

/** Levels of the tree. */
const levels = ['MenuItem', 'MenuItemOfSecondLevel', 'MenuItemOfThirdLevel'] as const

const inputOf = (inner: TSchema | undefined) => ({
  ...fields,
  ...added,
  items: Type.Optional(Type.Array(inner ?? Type.Object({}), { maxItems: inner === undefined ? 0 : maxItems })),
})
const inputs = levels.reduceRight<TSchema | undefined>(
  (inner, name) => named(`${name}Change`, Type.Object(inputOf(inner), { additionalProperties: false })),
  undefined,
)

export const SetMenu = body('SetMenu', {
  items: Type.Array(inputs as TSchema, {
    maxItems,
    description: `A tree of three levels, at most ${maxItems} items.`,
    examples: [[{ title: 'Shop', type: 'url', url: '/', items: [] }]],
  }),
  expected_version: expectedVersion('the menu has another', 0),
})

const shownOf = (inner: TSchema | undefined, more: Record<string, TSchema>) => ({
  title: Type.String({ examples: ['About us'] }),
  type: Type_,
  id: Type.Optional(Type.String({ description: idText })),
  url: Type.Optional(Type.String({ examples: ['/search'] })),
  slug: Type.Optional(Type.String({ description: 'Of a page, collection or product.', examples: ['about-us'] })),
  ...more,
  items: Type.Array(inner ?? Type.Object({})),
})
const tree = (suffix: string, more: Record<string, TSchema>) =>
  levels.reduceRight<TSchema | undefined>(
    (inner, name) => named(`${name}${suffix}`, Type.Object(shownOf(inner, more))),
    undefined,
  ) as TSchema

const gone = Type.Optional(
  Type.Boolean({ description: 'True: shoppers do not see it, as what it names is deleted, or not published.' }),
)
const items = (suffix: string, more: Record<string, TSchema>) => Type.Array(Type.Unsafe<ShownItem>(tree(suffix, more)))

export interface ShownItem {
  title: string
  type: LinkType
  id?: string
  url?: string
  slug?: string
  gone?: true
  items: ShownItem[]
}

/** A menu as shoppers see it. */
export const CatalogMenu = named('CatalogMenu', Type.Object({ handle: Handle, items: items('OfCatalog', {}) }))
export const Menu = named('Menu', Type.Object({ handle: Handle, items: items('', { gone }), version: Version }))

const MenuInList = named(
  'MenuInList',
  Type.Object({
    handle: Handle,
    item_count: Type.Integer({ description: 'On all levels.', examples: [7] }),
    updated_at: Type.Union([Timestamp, Type.Null()], { description: 'Null: it was never written.' }),
  }),
)

export const MenuList = named('MenuList', Type.Object({ menus: Type.Array(MenuInList) }))

export function presentMenuInList({ handle, items, updated_at }: MenuRow): Static<typeof MenuInList> {
  return { handle, item_count: allItems(items).length, updated_at: updated_at?.toISOString() ?? null }
}

import type { FieldFault } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import { linkAddress } from '#src/platform/rich-text/index.ts'

export const linkTypes = ['page', 'collection', 'category', 'product', 'url'] as const
export type LinkType = (typeof linkTypes)[number]

/** Menus that every shop has, empty until they are written. */
export const builtInMenus = ['main', 'footer']

/** Of one shop, and items of one menu on all its levels. */
export const maxMenus = 50
export const maxItems = 200

/** As it is kept. */
export interface MenuItem {
  title: string
  type: LinkType
  /** Of a category its name. */
  id?: string
  url?: string
  items: MenuItem[]
}

/** As a body has it: what answers add to an item may stand in it, and is not read. */
export interface MenuItemInput {
  title: string
  type: LinkType
  id?: string
  url?: string
  items?: MenuItemInput[]
}

/** Reads the items of a body, with what is wrong with them. */
export function readItems(input: readonly MenuItemInput[], faults: FieldFault[], path = 'items'): MenuItem[] {
  return input.map(({ title, type, id, url, items = [] }, at) => {
    const field = `${path}[${at}]`
    const fault = (name: string, message: string) => void faults.push({ field: `${field}.${name}`, message })
    const inner = readItems(items, faults, `${field}.items`)
    if (type === 'url') {
      const address = url === undefined ? undefined : linkAddress(url)
      if (url === undefined) fault('url', 'is required of a url')
      else if (address === undefined) fault('url', 'must be a path, or an address of http, https, mailto or tel')
      if (id !== undefined) fault('id', 'may not be set of a url')
      return { title, type, url: address ?? '', items: inner }
    }
    if (id === undefined) fault('id', `is required of a ${type}`)
    else if (type !== 'category' && !isUuid(id.toLowerCase())) fault('id', `must be the id of a ${type}`)
    if (url !== undefined) fault('url', 'may be set of a url alone')
    const named = type === 'category' ? (id ?? '') : (id ?? '').toLowerCase()
    return { title, type, id: named, items: inner }
  })
}

/** All items, the outer before the inner, with their fields. */
export function allItems(items: readonly MenuItem[], path = 'items'): { field: string; item: MenuItem }[] {
  return items.flatMap((item, at) => {
    const field = `${path}[${at}]`
    return [{ field, item }, ...allItems(item.items, `${field}.items`)]
  })
}

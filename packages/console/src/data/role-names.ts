import { words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

const texts: Partial<Record<string, string>> = {
  owner: t('Everything, staff and API keys included.'),
  manager: t('Runs the shop: everything but staff and API keys.'),
  viewer: t('Sees the shop and changes nothing.'),
  warehouse: t('Sends orders and counts stock. No prices, refunds or files.'),
  support: t('Helps customers with their orders. Gives no money back.'),
}

/** Of a built-in role. */
export function aboutRole(id: string): string | undefined {
  return texts[id]
}

/** A built-in role as a word; an own one as it was named. */
export function roleName(name: string): string {
  return name in texts ? words(name) : name
}

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

const names: Partial<Record<string, { alone: string; within: string }>> = {
  owner: { alone: t('Owner'), within: t('owner') },
  manager: { alone: t('Manager'), within: t('manager') },
  viewer: { alone: t('Viewer'), within: t('viewer') },
  warehouse: { alone: t('Warehouse'), within: t('warehouse') },
  support: { alone: t('Support'), within: t('support') },
}

/** A built-in role as a word; an own one as it was named. */
export function roleName(name: string): string {
  return names[name]?.alone ?? name
}

/** As a sentence names it: `Invite as viewer`. */
export function roleWithin(name: string): string {
  return names[name]?.within ?? name
}

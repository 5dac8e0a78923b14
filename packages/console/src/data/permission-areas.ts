import type { Permission } from './granted.ts'

interface Choice {
  permission: Permission
  text: string
}

export interface Area {
  name: string
  /** What the choices mean, where their words do not say it. */
  about?: string
  choices: readonly Choice[]
}

const read = (permission: Permission): Choice => ({ permission, text: 'Read' })
const change = (permission: Permission): Choice => ({ permission, text: 'Change' })

/** What a role or a key may do, in words. */
export const areas: readonly Area[] = [
  { name: 'Dashboard', choices: [read('dashboard.read')] },
  {
    name: 'Orders',
    about: 'Change: status, note, payments, and customers. Fulfil: send units. Refund: give money back.',
    choices: [
      read('orders.read'),
      change('orders.write'),
      { permission: 'orders.fulfil', text: 'Fulfil' },
      { permission: 'orders.refund', text: 'Refund' },
    ],
  },
  {
    name: 'Gift cards',
    about: 'Store credit, too. Change: also orders by staff with gift cards, and payments of such orders by hand.',
    choices: [read('gift_cards.read'), change('gift_cards.write')],
  },
  { name: 'Products', about: 'Prices and imports, too.', choices: [read('products.read'), change('products.write')] },
  {
    name: 'Discounts',
    about: 'Promotions and their codes.',
    choices: [read('promotions.read'), change('promotions.write')],
  },
  {
    name: 'Content',
    about: 'Pages, menus, the home page, and redirects of old addresses.',
    choices: [read('content.read'), change('content.write')],
  },
  { name: 'Inventory', choices: [read('inventory.read'), change('inventory.write')] },
  { name: 'Customers', choices: [read('customers.read')] },
  {
    name: 'Exports',
    about: 'Files of products, orders and customers, with customers’ addresses.',
    choices: [{ permission: 'exports.read', text: 'Export' }],
  },
  { name: 'Webhooks and events', choices: [read('webhooks.read'), change('webhooks.write')] },
  { name: 'Settings of the shop', choices: [read('settings.read'), change('settings.write')] },
  { name: 'Staff and roles', choices: [read('staff.read'), change('staff.write')] },
  { name: 'API keys', choices: [change('keys.write')] },
  { name: 'Audit log', choices: [read('audit.read')] },
]

/** `Orders: read, fulfil · Inventory: read, change` */
export function summaryOf(permissions: readonly string[]): string {
  const parts = areas.map(({ name, choices }) => {
    const chosen = choices.filter(({ permission }) => permissions.includes(permission))
    return chosen.length > 0 && `${name}: ${chosen.map(({ text }) => text.toLowerCase()).join(', ')}`
  })
  return parts.filter(Boolean).join(' · ')
}

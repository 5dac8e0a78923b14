import { t } from '#console/lib/text.ts'
import type { Permission } from './granted.ts'

interface Choice {
  permission: Permission
  text: string
  /** As a list names it: `Orders: read, fulfil`. */
  within: string
}

export interface Area {
  name: string
  /** What the choices mean, where their words do not say it. */
  about?: string
  choices: readonly Choice[]
}

const read = (permission: Permission): Choice => ({ permission, text: t('Read'), within: t('read') })
const change = (permission: Permission): Choice => ({ permission, text: t('Change'), within: t('change') })

/** What a role or a key may do, in words. */
export const areas: readonly Area[] = [
  { name: t('Dashboard'), choices: [read('dashboard.read')] },
  {
    name: t('Orders'),
    about: t('Change: status, note, payments, and customers. Fulfil: send units. Refund: give money back.'),
    choices: [
      read('orders.read'),
      change('orders.write'),
      { permission: 'orders.fulfil', text: t('Fulfil'), within: t('fulfil') },
      { permission: 'orders.refund', text: t('Refund'), within: t('refund') },
    ],
  },
  {
    name: t('Gift cards'),
    about: t(
      'Store credit, too. Change: also orders by staff with gift cards, and payments of such ' + 'orders by hand.',
    ),
    choices: [read('gift_cards.read'), change('gift_cards.write')],
  },
  {
    name: t('Products'),
    about: t('Prices and imports, too.'),
    choices: [read('products.read'), change('products.write')],
  },
  {
    name: t('Discounts'),
    about: t('Promotions and their codes.'),
    choices: [read('promotions.read'), change('promotions.write')],
  },
  {
    name: t('Content'),
    about: t('Pages, menus, the home page, and redirects of old addresses.'),
    choices: [read('content.read'), change('content.write')],
  },
  { name: t('Inventory'), choices: [read('inventory.read'), change('inventory.write')] },
  { name: t('Customers'), choices: [read('customers.read')] },
  {
    name: t('Exports'),
    about: t('Files of products, orders and customers, with customers’ addresses.'),
    choices: [{ permission: 'exports.read', text: t('Export'), within: t('export') }],
  },
  { name: t('Webhooks and events'), choices: [read('webhooks.read'), change('webhooks.write')] },
  { name: t('Settings of the shop'), choices: [read('settings.read'), change('settings.write')] },
  { name: t('Staff and roles'), choices: [read('staff.read'), change('staff.write')] },
  { name: t('API keys'), choices: [change('keys.write')] },
  { name: t('Audit log'), choices: [read('audit.read')] },
]

/** `Orders: read, fulfil · Inventory: read, change` */
export function summaryOf(permissions: readonly string[]): string {
  const parts = areas.map(({ name, choices }) => {
    const chosen = choices.filter(({ permission }) => permissions.includes(permission))
    const actions = chosen.map(({ within }) => within).join(', ')
    return actions !== '' && t('{area}: {actions}', { area: name, actions })
  })
  return parts.filter(Boolean).join(' · ')
}

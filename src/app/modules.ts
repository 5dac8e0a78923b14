import { agents } from '#src/modules/agents/module.ts'
import { audit } from '#src/modules/audit/module.ts'
import { bankStatements } from '#src/modules/bank-statements/module.ts'
import { carts } from '#src/modules/carts/module.ts'
import { catalog } from '#src/modules/catalog/module.ts'
import { checkout } from '#src/modules/checkout/module.ts'
import { comments } from '#src/modules/comments/module.ts'
import { content } from '#src/modules/content/module.ts'
import { dashboard } from '#src/modules/dashboard/module.ts'
import { identity } from '#src/modules/identity/module.ts'
import { inventory } from '#src/modules/inventory/module.ts'
import { live } from '#src/modules/live/module.ts'
import { mails } from '#src/modules/mails/module.ts'
import { markets } from '#src/modules/markets/module.ts'
import { media } from '#src/modules/media/module.ts'
import { merchants } from '#src/modules/merchants/module.ts'
import { notifications } from '#src/modules/notifications/module.ts'
import { orders } from '#src/modules/orders/module.ts'
import { papers } from '#src/modules/papers/module.ts'
import { paymentMethods } from '#src/modules/payment-methods/module.ts'
import { payments } from '#src/modules/payments/module.ts'
import { pricing } from '#src/modules/pricing/module.ts'
import { promotions } from '#src/modules/promotions/module.ts'
import { redirects } from '#src/modules/redirects/module.ts'
import { returns } from '#src/modules/returns/module.ts'
import { search } from '#src/modules/search/module.ts'
import { settlement } from '#src/modules/settlement/module.ts'
import { shipping } from '#src/modules/shipping/module.ts'
import { shop } from '#src/modules/shop/module.ts'
import { site } from '#src/modules/site/module.ts'
import { storedValue } from '#src/modules/stored-value/module.ts'
import { taxes } from '#src/modules/taxes/module.ts'
import { timeline } from '#src/modules/timeline/module.ts'
import { webhooks } from '#src/modules/webhooks/module.ts'
import type { Module } from '#src/platform/module.ts'
import type { Dependencies } from './dependencies.ts'

/**
 * All modules. Each stands after those whose functions its SQL calls, and erases before those whose rows it needs for
 * that: `stored-value` finds cards by the orders that they were bought with.
 */
export const modules: readonly Module<Dependencies>[] = [
  site,
  identity,
  merchants,
  shipping,
  taxes,
  markets,
  catalog,
  media,
  mails,
  redirects,
  content,
  search,
  inventory,
  payments,
  paymentMethods,
  storedValue,
  promotions,
  pricing,
  orders,
  settlement,
  bankStatements,
  checkout,
  papers,
  returns,
  comments,
  timeline,
  carts,
  webhooks,
  dashboard,
  audit,
  shop,
  notifications,
  live,
  agents,
]

import type { Schemas } from '@commerce-platform/client'
import { oneOf } from '#console/lib/search.ts'
import type { AuditSearch } from './audit-search.ts'

export type AuditAction = Schemas['AuditEntry']['action']

/** Every action of the log, as it is read. */
export const actionTexts: Record<AuditAction, string> = {
  'staff.signed_in': 'Signed in',
  'staff.sign_in_refused': 'Sign-in refused',
  'staff.added': 'Staff added',
  'staff.role_changed': 'Role changed',
  'staff.removed': 'Staff removed',
  'staff.left': 'Left the shop',
  'invitation.created': 'Invitation sent',
  'invitation.accepted': 'Invitation accepted',
  'invitation.revoked': 'Invitation taken back',
  'role.created': 'Role made',
  'role.updated': 'Role changed for all',
  'role.deleted': 'Role deleted',
  'api_key.created': 'API key made',
  'api_key.revoked': 'API key revoked',
  'settings.updated': 'Settings changed',
  'shipping_method.created': 'Shipping method made',
  'shipping_method.updated': 'Shipping method changed',
  'shipping_method.deleted': 'Shipping method deleted',
  'promotion.created': 'Promotion made',
  'promotion.updated': 'Promotion changed',
  'promotion.deleted': 'Promotion deleted',
  'promotion.codes_created': 'Discount codes generated',
  'promotion.code_revoked': 'Discount code revoked',
  'promotion.exported': 'Discount codes exported',
  'tax_rates.updated': 'Tax rates changed',
  'product.created': 'Product created',
  'product.updated': 'Product changed',
  'product.deleted': 'Product deleted',
  'product.archived': 'Product archived',
  'product_group.created': 'Product group created',
  'product_group.updated': 'Product group changed',
  'product_group.deleted': 'Product group deleted',
  'feed.created': 'Feed created',
  'feed.deleted': 'Feed deleted',
  'product.exported': 'Products exported',
  'media.created': 'Picture added',
  'media.updated': 'Picture described',
  'media.deleted': 'Picture deleted',
  'collection.created': 'Collection created',
  'collection.updated': 'Collection changed',
  'collection.deleted': 'Collection deleted',
  'stock.updated': 'Stock changed',
  'order.created': 'Order placed by staff',
  'order.payment_link_created': 'Payment link made',
  'order.updated': 'Order changed',
  'order.fulfilled': 'Order fulfilled',
  'order.fulfillment_updated': 'Tracking changed',
  'order.invoiced': 'Invoice issued',
  'order.invoice_corrected': 'Invoice corrected',
  'return.updated': 'Return changed',
  'return.refunded': 'Return refunded',
  'order.exported': 'Orders exported',
  'customer.exported': 'Customers exported',
  'payment.recorded': 'Payment recorded',
  'payment.refund_started': 'Refund started',
  'payment.refunded': 'Payment refunded',
  'payment.refund_failed': 'Refund failed',
  'payment.disputed': 'Payment disputed',
  'webhook.created': 'Webhook created',
  'webhook.updated': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'secrets.replaced': 'Secrets replaced after a leak',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'gift_card.created': 'Gift card made',
  'gift_card.adjusted': 'Gift card adjusted',
  'gift_card.disabled': 'Gift card disabled',
  'store_credit.adjusted': 'Store credit adjusted',
  'account.exported': 'Account exported',
}

export const auditActions = Object.keys(actionTexts) as AuditAction[]

/** As the service takes it. */
export function auditFilterOf({ action, actor, target, from, to }: AuditSearch) {
  return { action: oneOf(action, auditActions), actor, target, from, to }
}

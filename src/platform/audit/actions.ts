/** Kinds of targets of audit entries. */
export const auditTargets = [
  'merchant',
  'user',
  'invitation',
  'role',
  'api_key',
  'product',
  'media',
  'product_group',
  'collection',
  'import',
  'shipping_method',
  'order',
  'payment',
  'webhook',
  'feed',
] as const
export type AuditTarget = (typeof auditTargets)[number]

/** Every action of the audit log, `noun.verb`, with the kind of its target. */
const targetOf = {
  'staff.signed_in': 'merchant',
  'staff.sign_in_refused': 'merchant',
  'staff.added': 'user',
  'staff.role_changed': 'user',
  'staff.removed': 'user',
  'staff.left': 'user',
  'invitation.created': 'invitation',
  'invitation.accepted': 'invitation',
  'invitation.revoked': 'invitation',
  'role.created': 'role',
  'role.updated': 'role',
  'role.deleted': 'role',
  'api_key.created': 'api_key',
  'api_key.revoked': 'api_key',
  'secrets.replaced': 'merchant',
  'settings.updated': 'merchant',
  'shipping_method.created': 'shipping_method',
  'shipping_method.updated': 'shipping_method',
  'shipping_method.deleted': 'shipping_method',
  'tax_rates.updated': 'merchant',
  'product.created': 'product',
  'product.updated': 'product',
  'product.deleted': 'product',
  'product.archived': 'product',
  'product.exported': 'merchant',
  'media.created': 'media',
  'media.updated': 'media',
  'media.deleted': 'media',
  'product_group.created': 'product_group',
  'product_group.updated': 'product_group',
  'product_group.deleted': 'product_group',
  'collection.created': 'collection',
  'collection.updated': 'collection',
  'collection.deleted': 'collection',
  'stock.updated': 'product',
  'order.created': 'order',
  'order.updated': 'order',
  'order.fulfilled': 'order',
  'order.fulfillment_updated': 'order',
  'order.exported': 'merchant',
  'customer.exported': 'merchant',
  'payment.recorded': 'payment',
  'payment.refund_started': 'payment',
  'payment.refunded': 'payment',
  'payment.refund_failed': 'payment',
  'payment.disputed': 'payment',
  'webhook.created': 'webhook',
  'webhook.updated': 'webhook',
  'webhook.deleted': 'webhook',
  'webhook.secret_rotated': 'webhook',
  'feed.created': 'feed',
  'feed.deleted': 'feed',
  'account.exported': 'user',
} as const satisfies Record<`${string}.${string}`, AuditTarget>

export type AuditAction = keyof typeof targetOf

export const auditActions = Object.keys(targetOf) as AuditAction[]

export function targetTypeOf(action: AuditAction): AuditTarget {
  return targetOf[action]
}

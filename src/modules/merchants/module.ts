import type { Module } from '#src/platform/module.ts'
import { eraseMember } from './customer-groups/queries.ts'
import { eraseRecords } from './customers/record-queries.ts'
import { exportShops } from './export-shops.ts'
import { merchantsBackground } from './jobs.ts'
import { secretsReplaced } from './staff/letters.ts'

export const merchants = {
  name: 'merchants',
  tables: [
    'merchants',
    'merchant_settings',
    'order_numbers',
    'staff',
    'invitations',
    'api_keys',
    'roles',
    'customers',
    'customer_aliases',
    'customer_groups',
    'customer_group_members',
  ],
  reads: [
    'media',
    'users',
    'stored_value_accounts',
    'orders',
    'invoice_series',
    'customer_sales',
    'figure_changes',
    'tax_rates',
    'shipping_methods',
    'payment_methods',
    'products',
  ],
  sql: ['settings/settings.sql', 'settings/currency.sql', 'settings/order-numbers.sql', 'customers/customers.sql'],
  routes: async () => ({
    public: [(await import('./marketing/page-routes.ts')).unsubscribePageRoutes],
    device: [(await import('./staff/routes.ts')).invitationRoutes],
    shopper: [(await import('./marketing/own-routes.ts')).ownConsentRoutes],
    staff: [
      (await import('./customers/routes.ts')).customerRoutes,
      (await import('./customers/export-routes.ts')).customerExportRoutes,
      (await import('./customer-groups/routes.ts')).customerGroupRoutes,
      (await import('./customer-import/routes.ts')).customerImportRoutes,
      (await import('./settings/routes.ts')).settingsRoutes,
      (await import('./first-steps/routes.ts')).firstStepsRoutes,
      (await import('./staff/routes.ts')).staffRoutes,
      (await import('./roles/routes.ts')).roleRoutes,
      (await import('./api-keys/routes.ts')).apiKeyRoutes,
    ],
  }),
  background: merchantsBackground,
  mails: [secretsReplaced],
  erase: async (transaction, userId) => {
    await eraseRecords(transaction, userId)
    await eraseMember(transaction, userId)
  },
  export: [exportShops],
  audit: [
    'staff.added',
    'staff.role_changed',
    'staff.removed',
    'staff.left',
    'invitation.created',
    'invitation.accepted',
    'invitation.revoked',
    'role.created',
    'role.updated',
    'role.deleted',
    'api_key.created',
    'api_key.revoked',
    'secrets.replaced',
    'settings.updated',
    'customer.exported',
    'customer.created',
    'customer.updated',
    'customer.merged',
    'customer_group.created',
    'customer_group.updated',
    'customer_group.deleted',
  ],
  permissions: [
    'customers.read',
    'exports.read',
    'settings.read',
    'settings.write',
    'staff.read',
    'staff.write',
    'keys.write',
  ],
  tags: ['Customers', 'Merchant', 'Staff', 'API keys'],
  docs: ['permissions', 'shop-settings', 'storefronts'],
} satisfies Module

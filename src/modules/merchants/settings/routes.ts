import type { App } from '#src/platform/http/app.ts'
import { requirePermission, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import { MerchantSettings, MerchantSettingsChange, presentSettings } from './schemas.ts'

const tags = ['Merchant']

export function settingsRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/merchant',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'getMerchant',
        summary: 'The merchant and its settings',
        description: 'All settings, with the defaults of unset ones.',
        response: { 200: envelope(MerchantSettings) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentSettings(await readSettings(deps.shop(merchantId), merchantId)))
    },
  )

  app.patch(
    '/admin/merchant',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'updateMerchant',
        summary: 'Change the merchant’s name and settings',
        description:
          'Absent fields stay, also inside `order_limits`, `mail`, `order_number` and `invoices`; `carriers` is ' +
          'replaced as a whole. New limits hold for orders placed from now on. ' +
          '`currency` changes until the shop has an order (409): prices of products, up to 10,000, and of shipping ' +
          'methods keep their numbers, and `product.updated` tells of each product. ' +
          '`require_two_factor` affects who of the staff can sign in, so it also needs `staff.write`.',
        body: MerchantSettingsChange,
        response: { 200: envelope(MerchantSettings), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      if (request.body.require_two_factor !== undefined) requirePermission(request, 'staff.write')
      return ok(presentSettings(await changeSettings(deps, staffOf(request), request.body)))
    },
  )
}

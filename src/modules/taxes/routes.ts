import { Type } from 'typebox'
import type { Databases } from '#src/platform/db/databases.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { presetOf } from './presets.ts'
import { selectTaxRates } from './queries.ts'
import { replaceRates } from './replace-rates.ts'
import { maxRates, presentRates, ReplaceTaxRates, TaxPreset, TaxRates } from './schemas.ts'

const tags = ['Tax']

/** Tax rates of a merchant: a table that is read and replaced as a whole. */
export function taxRoutes(app: App, deps: Databases): void {
  app.get(
    '/admin/tax-rates',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'getTaxRates',
        summary: 'The table of tax rates',
        response: { 200: envelope(TaxRates) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentRates(await selectTaxRates(deps.shop(merchantId), merchantId)))
    },
  )

  app.get(
    '/admin/tax-rates/presets',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'getTaxPresets',
        summary: 'The usual tax rates of a country',
        description:
          'A dated table of the EU, the UK, Norway, Switzerland, Australia, New Zealand, Canada, Japan, Singapore ' +
          'and the states of the USA. Nothing is saved: put the rows that you want into the table of rates.',
        querystring: Type.Object({
          country: Type.Optional(
            Type.String({
              pattern: '^[A-Z]{2}$',
              description: 'ISO 3166-1 alpha-2. Without it the answer has only `countries`.',
              examples: ['DE'],
            }),
          ),
        }),
        response: { 200: envelope(TaxPreset), ...errors('NOT_FOUND') },
      },
    },
    async (request) => ok(presetOf(request.query.country)),
  )

  app.put(
    '/admin/tax-rates',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'replaceTaxRates',
        summary: 'Replace the table of tax rates',
        description:
          `At most ${maxRates} rows. For each class all rows of the most specific place apply and no ` +
          'others: by postal code (the narrowest pattern), else of the region, else of a region around it, else of ' +
          'the country; without a row there is no tax. The class `shipping` taxes shipping where `shipping_tax` of ' +
          'the settings says so. Orders keep the tax they were placed with.',
        body: ReplaceTaxRates,
        response: { 200: envelope(TaxRates) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      return ok(presentRates(await replaceRates(deps.shop(staff.merchantId), staff, request.body.rates)))
    },
  )
}

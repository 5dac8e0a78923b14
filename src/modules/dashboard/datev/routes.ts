import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { merchantOf } from '#src/modules/merchants/index.ts'
import { recordExport } from '#src/platform/audit/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from '../dependencies.ts'
import { exportBookings, openBooks, readBookings, readDays } from './read-bookings.ts'
import { DatevReport, DatevSettingsAnswer, DatevSettingsInput, datevQuery } from './schemas.ts'
import { presentSettings, setSettings } from './settings.ts'

const tags = ['Reports']

export function datevRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/reports/datev',
    {
      config: { permission: 'dashboard.read' },
      schema: {
        tags,
        operationId: 'getDatevReport',
        summary: 'Bookings for DATEV',
        description:
          'Sales, refunds and payments as bookings, by the accounts in the shop’s settings; with `format=csv` an ' +
          'EXTF file (Buchungsstapel), in EUR. The caller also needs `orders.read`. 409 for a file without ' +
          'advisor and client number, or of a shop in another currency. Orders in a currency other than the shop’s ' +
          'are left out: each needs a rate of exchange.',
        querystring: datevQuery,
        response: {
          200: {
            description: 'The bookings; with `format=csv` a file in Windows-1252.',
            content: {
              'application/json': { schema: envelope(DatevReport) },
              'text/csv': { schema: Type.String() },
            },
          },
          ...errors('CONFLICT'),
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      if (!staff.permissions.has('orders.read')) throw lacksPermission('orders.read')
      const found = await merchantOf(deps.merchants, staff.merchantId)
      const merchant = { ...found, hasMarkets: deps.merchants.hasMarkets(found.id) }
      const [shop, writer] = [deps.shop(merchant.id), writerOf(request)]
      const books = await openBooks(shop, merchant.id)
      const { format, ...query } = request.query
      const range = readDays(query, new Date(), merchant.timezone, books)
      if (format === 'json') {
        const report = await deps.reads.run(writer, shop, (db) => readBookings(db, merchant, range, books), {
          oneSnapshot: true,
        })
        // The declared type is that of the content types.
        return ok(report) as never
      }
      const file = await exportBookings((read) => deps.reads.run(writer, shop, read), merchant, range, books)
      await recordExport(shop, staff, 'report.exported')
      const name = `EXTF_Buchungsstapel_${range.firstDay}_${range.days.at(-1) ?? range.firstDay}.csv`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      reply.type('text/csv; charset=windows-1252')
      return reply.send(Readable.from(file) as never)
    },
  )
  app.get(
    '/admin/reports/datev/settings',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'getDatevSettings',
        summary: 'Accounts for DATEV',
        description: 'Until the shop has set them: those of SKR03, without advisor and client number.',
        response: { 200: envelope(DatevSettingsAnswer) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentSettings((await openBooks(deps.shop(merchantId), merchantId)).settings))
    },
  )
  app.put(
    '/admin/reports/datev/settings',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'setDatevSettings',
        summary: 'Set the accounts for DATEV',
        description: 'Replaces the settings; fields that are left out are those of the chart.',
        body: DatevSettingsInput,
        response: { 200: envelope(DatevSettingsAnswer), ...errors() },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      return ok(presentSettings(await setSettings(deps.shop(staff.merchantId), staff, request.body)))
    },
  )
}

import { Type } from 'typebox'
import type { Module } from '#src/platform/module.ts'
import { paperChecks } from './checks.ts'
import { exportInvoices } from './export-own.ts'
import { papersBackground } from './jobs.ts'
import { Paper } from './schemas.ts'

export const papers = {
  name: 'papers',
  tables: ['invoices', 'invoice_files', 'invoice_requests', 'invoice_sendings', 'invoice_series'],
  feeds: {
    orders: 'an invoice is due for every order that is paid or sent, whichever statement says so',
    settlement: 'a credit note is due for every refund and every edit, whoever records it',
  },
  reads: ['merchant_settings', 'order_items', 'orders', 'refunds'],
  sql: ['papers.sql'],
  routes: async () => ({
    shopper: [(await import('./routes.ts')).ownInvoiceRoutes],
    staff: [(await import('./print/routes.ts')).printRoutes, (await import('./routes.ts')).staffInvoiceRoutes],
  }),
  background: papersBackground,
  export: [exportInvoices],
  checks: paperChecks,
  eventFields: { 'order.updated': { invoice: Type.Optional(Paper) } },
  audit: ['order.invoiced', 'order.invoice_corrected', 'order.invoice_sent'],
  tags: ['Invoices'],
  docs: ['invoices'],
} satisfies Module

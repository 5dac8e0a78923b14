import type { Module } from '#src/platform/module.ts'
import { figureChecks } from './checks.ts'
import { dashboardBackground } from './jobs.ts'

export const dashboard = {
  name: 'dashboard',
  tables: [
    'figure_changes',
    'figure_hours',
    'figure_days',
    'figure_totals',
    'customer_sales',
    'sales_changes',
    'sales_hours',
    'sales_days',
    'product_sales',
  ],
  feeds: {
    carts: 'figures count every change of a cart, whichever statement makes it',
    merchants: 'figures count every new customer',
    orders: 'figures count every change of an order or a sale',
    settlement: 'figures count every refund and every edit of a sale',
    webhooks: 'figures count ended deliveries, of which one statement ends thousands',
  },
  sql: ['figures.sql', 'edited-figures.sql'],
  routes: async () => ({ staff: [(await import('./routes.ts')).dashboardRoutes] }),
  background: dashboardBackground,
  checks: figureChecks,
  permissions: ['dashboard.read'],
  tags: ['Dashboard'],
} satisfies Module

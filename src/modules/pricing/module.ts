import type { Module } from '#src/platform/module.ts'

export const pricing = {
  name: 'pricing',
  tables: ['unpaid_counts'],
  feeds: { orders: 'limits of orders are held against counts, which follow every change of an order' },
  reads: ['customers', 'merchant_settings', 'products', 'product_groups', 'media', 'stock'],
  sql: ['unpaid-counts.sql'],
} satisfies Module

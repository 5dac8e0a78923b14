import type { Module } from '#src/platform/module.ts'

export const pricing = {
  name: 'pricing',
  reads: [
    'customers',
    'merchant_settings',
    'products',
    'product_groups',
    'stock',
    'payments',
    'order_items',
    'orders',
    'unpaid_counts',
  ],
} satisfies Module

import type { Module } from '#src/platform/module.ts'
import { exportActions } from './export-actions.ts'
import { auditBackground } from './jobs.ts'

export const audit = {
  name: 'audit',
  tables: ['audit_entries'],
  sql: ['audit-log.sql'],
  routes: async () => ({ staff: [(await import('./routes.ts')).auditRoutes] }),
  background: auditBackground,
  export: [exportActions],
  permissions: ['audit.read'],
  tags: ['Audit log'],
  docs: ['audit-log'],
} satisfies Module

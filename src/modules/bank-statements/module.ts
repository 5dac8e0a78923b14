import type { Module } from '#src/platform/module.ts'
import type { Dependencies } from './dependencies.ts'
import { bankStatementBackground } from './jobs.ts'
import { erasePayers } from './queries.ts'

export const bankStatements = {
  name: 'bank-statements',
  tables: ['bank_statements', 'bank_credits', 'bank_statement_credits', 'bank_statement_columns'],
  reads: ['orders', 'customers'],
  routes: async () => ({ staff: [(await import('./routes.ts')).bankStatementRoutes] }),
  background: bankStatementBackground,
  erase: erasePayers,
  audit: ['bank_statement.imported'],
  docs: ['bank-statements'],
} satisfies Module<Dependencies>

import type { Module } from '#src/platform/module.ts'
import type { Dependencies } from './dependencies.ts'
import { mailsBackground } from './jobs.ts'

export const mails = {
  name: 'mails',
  tables: ['mail_texts'],
  routes: async () => ({ staff: [(await import('./routes.ts')).mailRoutes] }),
  background: mailsBackground,
  audit: ['mail.updated'],
  tags: ['Mails'],
  docs: ['mails'],
} satisfies Module<Dependencies>

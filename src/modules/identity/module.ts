import type { Module } from '#src/platform/module.ts'
import { accountEvents } from './accounts/event-schemas.ts'
import { exportAddresses } from './addresses/export-addresses.ts'
import { exportFormerEmails } from './email-change/export-former-emails.ts'
import { identityBackground } from './jobs.ts'
import { identityLetters } from './mails/letters.ts'
import { exportSessions } from './sessions/export-sessions.ts'
import { twoFactorSecrets } from './two-factor/jobs.ts'

export const identity = {
  name: 'identity',
  tables: [
    'users',
    'sessions',
    'refresh_tokens',
    'mail_tokens',
    'attempt_counts',
    'two_factors',
    'recovery_codes',
    'sign_in_challenges',
    'addresses',
    'pending_emails',
    'former_emails',
    'refresh_answers',
  ],
  reads: ['roles', 'staff'],
  sql: ['accounts/verified-addresses.sql'],
  routes: async () => ({
    device: [
      (await import('./sign-in/routes.ts')).signInRoutes,
      (await import('./sign-in/challenge-routes.ts')).twoFactorSignInRoutes,
      (await import('./sign-in/console-routes.ts')).consoleSessionRoutes,
      (await import('./credentials/routes.ts')).recoveryRoutes,
    ],
    user: [
      (await import('./profile/routes.ts')).accountRoutes,
      (await import('./addresses/routes.ts')).addressRoutes,
      (await import('./credentials/routes.ts')).credentialRoutes,
      (await import('./two-factor/routes.ts')).twoFactorRoutes,
      (await import('./profile/export-routes.ts')).exportRoutes,
    ],
  }),
  background: identityBackground,
  sealed: [twoFactorSecrets],
  mails: identityLetters,
  events: accountEvents,
  export: [exportFormerEmails, exportAddresses, exportSessions],
  audit: ['staff.signed_in', 'staff.sign_in_refused', 'account.exported'],
  tags: ['Accounts', 'Addresses'],
  docs: ['accounts'],
} satisfies Module

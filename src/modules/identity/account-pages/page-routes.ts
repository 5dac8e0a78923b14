import type { FastifyInstance } from 'fastify'
import { registerAccountPage, serveAccountScript } from '#src/platform/http/pages/account-pages.ts'
import { createValidator } from '#src/platform/http/requests/validation.ts'
import type { Dependencies } from '../dependencies.ts'
import { undoEmailChange } from '../email-change/email-change.ts'
import { resetPassword, verifyEmail } from '../passwords/credentials.ts'
import type { StaffRole } from '../passwords/recovery.ts'
import { EmailChangeUndo, PasswordReset, VerifyEmail } from '../schemas.ts'
import { resetTexts, undoTexts, verifyTexts } from './texts.ts'

/** The service’s own pages of the links in its mails to accounts. */
export async function accountPageRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const doneFor = (shops: StaffRole[]) => ({ shops: shops.map(({ name }) => ({ name })) })
  await serveAccountScript(app)
  registerAccountPage(app, {
    name: 'verify-email',
    texts: verifyTexts,
    asksPassword: false,
    check: createValidator(VerifyEmail),
    act: async ({ token }) => doneFor(await verifyEmail(deps, token)),
  })
  registerAccountPage(app, {
    name: 'reset-password',
    texts: resetTexts,
    asksPassword: true,
    check: createValidator(PasswordReset),
    act: async ({ token, password = '' }, origin) => doneFor(await resetPassword(deps, { token, password }, origin)),
  })
  registerAccountPage(app, {
    name: 'undo-email-change',
    texts: undoTexts,
    asksPassword: true,
    check: createValidator(EmailChangeUndo),
    act: async ({ token, password = '' }, origin) => doneFor(await undoEmailChange(deps, { token, password }, origin)),
  })
}

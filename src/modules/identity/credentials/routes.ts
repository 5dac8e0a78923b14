import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { actorOf, originOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, named, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { undoEmailChange } from '../email-change/email-change.ts'
import {
  EmailChangeUndo,
  ForgotPassword,
  MailSent,
  mailSent,
  PasswordChange,
  PasswordReset,
  ProvenAddress,
  VerifyEmail,
} from '../schemas.ts'
import { changePassword, forgotPassword, resendVerification, resetPassword, verifyEmail } from './credentials.ts'

const tags = ['Accounts']
const nothing = envelope(Type.Object({}))
const mailed = envelope(named('Mailed', Type.Object({ mail: MailSent })))

/** Verification and password reset by mailed token: a device id, no session. */
export function recoveryRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/verify-email',
    {
      schema: {
        tags,
        operationId: 'verifyEmail',
        summary: 'Confirm the e-mail address',
        description:
          'Takes the token of the mailed link, which works once, for 24 hours. The token of a pending address makes ' +
          'it the account’s address; EMAIL_TAKEN if another account was first.',
        body: VerifyEmail,
        response: { 200: envelope(ProvenAddress), ...errors('EMAIL_TAKEN', 'CONFLICT') },
      },
    },
    async (request) => ok({ merchants: await verifyEmail(deps, request.body.token) }),
  )

  app.post(
    '/user/password/forgot',
    {
      schema: {
        tags,
        operationId: 'forgotPassword',
        summary: 'Ask for a link to set a new password',
        description:
          'The answer is the same whether or not the address has an account. `mail` is `limited` if only a confirmed ' +
          'address gets the link.',
        body: ForgotPassword,
        response: { 202: mailed },
      },
    },
    async (request, reply) =>
      reply.code(202).send(ok(mailSent(await forgotPassword(deps, request.body.email, originOf(request))))),
  )

  app.post(
    '/user/password/reset',
    {
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Set a new password by a mailed token',
        description: 'The token works once, for one hour; a newer one voids it. Ends every session of the account.',
        body: PasswordReset,
        response: { 200: envelope(ProvenAddress) },
      },
    },
    async (request) => ok({ merchants: await resetPassword(deps, request.body, originOf(request)) }),
  )

  app.post(
    '/user/email-change/undo',
    {
      schema: {
        tags,
        operationId: 'undoEmailChange',
        summary: 'Go back to the former e-mail address',
        description:
          'Takes the token that was mailed to the former address when the change began. It works once, for seven ' +
          'days, also after the new address was confirmed. Sets a new password and ends every session.',
        body: EmailChangeUndo,
        response: { 200: envelope(ProvenAddress), ...errors('EMAIL_TAKEN', 'CONFLICT') },
      },
    },
    async (request) => ok({ merchants: await undoEmailChange(deps, request.body, originOf(request)) }),
  )
}

/** The signed-in user's password and e-mail verification. */
export function credentialRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/verify-email/resend',
    {
      schema: {
        tags,
        operationId: 'resendVerification',
        summary: 'Mail another link to confirm the e-mail address',
        description: 'Only the newest link works. Counted as a sign-in, so that nobody is flooded.',
        response: { 202: mailed, ...errors('CONFLICT') },
      },
    },
    async (request, reply) =>
      reply.code(202).send(ok(mailSent(await resendVerification(deps, actorOf(request), originOf(request))))),
  )

  app.post(
    '/user/password',
    {
      schema: {
        tags,
        operationId: 'changePassword',
        summary: 'Change the password',
        description: 'Ends every other session. A wrong current password is INVALID_CREDENTIALS.',
        body: PasswordChange,
        response: { 200: nothing, ...errors('INVALID_CREDENTIALS', 'CONFLICT') },
      },
    },
    async (request) => {
      await changePassword(deps, actorOf(request), request.body, originOf(request))
      return ok({})
    },
  )
}

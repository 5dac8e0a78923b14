import {
  EmailChangeUndo,
  PasswordReset,
  resetPassword,
  undoEmailChange,
  VerifyEmail,
  verifyEmail,
} from '#src/modules/identity/index.ts'
import { acceptInvitation, brandOf, InvitationAcceptance, readInvitation } from '#src/modules/merchants/index.ts'
import { createValidator } from '#src/platform/http/requests/validation.ts'
import type { Dependencies } from '../dependencies.ts'
import type { AccountDone, AccountPage } from './account-page.ts'

/** The service's own pages of the links in its mails to accounts. */
export function accountPages(deps: Dependencies): AccountPage[] {
  return [
    {
      name: 'verify-email',
      texts: 'verifyPage',
      needsPassword: false,
      check: createValidator(VerifyEmail),
      act: async ({ token }) => doneFor(await verifyEmail(deps, token)),
    },
    {
      name: 'reset-password',
      texts: 'resetPage',
      needsPassword: true,
      check: createValidator(PasswordReset),
      act: async ({ token, password = '' }, origin) => doneFor(await resetPassword(deps, { token, password }, origin)),
    },
    {
      name: 'undo-email-change',
      texts: 'undoPage',
      needsPassword: true,
      check: createValidator(EmailChangeUndo),
      act: async ({ token, password = '' }, origin) =>
        doneFor(await undoEmailChange(deps, { token, password }, origin)),
    },
    invitationPage(deps),
  ]
}

function doneFor(shops: readonly { name: string }[]): AccountDone {
  return { shops: shops.map(({ name }) => ({ name })) }
}

function invitationPage(deps: Dependencies): AccountPage {
  return {
    name: 'accept-invitation',
    texts: 'invitationPage',
    needsPassword: false,
    async read(token) {
      const {
        merchant_id,
        merchant_name: name,
        email,
        role_name: role,
        needs_password,
      } = await readInvitation(deps.db, token)
      const shop = await brandOf(deps.db, merchant_id)
      return { shop: shop ?? { name }, values: { shop: name, email, role }, needsPassword: needs_password }
    },
    check: createValidator(InvitationAcceptance),
    async act(input, origin) {
      const { merchant, role } = await acceptInvitation(deps, input, origin)
      const shop = await brandOf(deps.db, merchant.id)
      return { shops: [shop ?? { name: merchant.name }], values: { shop: merchant.name, role } }
    },
  }
}

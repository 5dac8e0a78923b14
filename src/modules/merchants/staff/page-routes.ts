import type { FastifyInstance } from 'fastify'
import { type AccountPage, registerAccountPage } from '#src/platform/http/pages/account-pages.ts'
import { createValidator } from '#src/platform/http/requests/validation.ts'
import type { Dependencies } from '../dependencies.ts'
import { brandOf } from '../settings/brand.ts'
import { acceptInvitation, readInvitation } from './invitations.ts'
import { InvitationAcceptance } from './schemas.ts'

const texts: AccountPage['texts'] = {
  title: ['Accept an invitation', 'Einladung annehmen'],
  lead: [
    '{shop} invites {email} to work for it, with the role {role}.',
    '{shop} lädt {email} zur Mitarbeit ein, mit der Rolle {role}.',
  ],
  action: ['Accept', 'Annehmen'],
  done: ['You now work for {shop}', 'Sie arbeiten jetzt für {shop}'],
  onward: ['Your role is {role}. Sign in to begin.', 'Ihre Rolle ist {role}. Melden Sie sich an.'],
  expired: [
    'It was used before, was taken back, or has expired. Ask for another.',
    'Er wurde schon benutzt, zurückgenommen oder ist abgelaufen. Bitten Sie um einen neuen.',
  ],
}

/** The service’s own page of invitations to work for a shop. */
export function invitationPageRoutes(app: FastifyInstance, deps: Dependencies): void {
  registerAccountPage(app, {
    name: 'accept-invitation',
    texts,
    asksPassword: false,
    async read(token) {
      const {
        merchant_id,
        merchant_name: name,
        email,
        role_name: role,
        needs_password,
      } = await readInvitation(deps.db, token)
      const shop = await brandOf(deps.db, merchant_id)
      return { shop: shop ?? { name }, values: { shop: name, email, role }, asksPassword: needs_password }
    },
    check: createValidator(InvitationAcceptance),
    async act(input, origin) {
      const { merchant, role } = await acceptInvitation(deps, input, origin)
      const shop = await brandOf(deps.db, merchant.id)
      return { shops: [shop ?? { name: merchant.name }], values: { shop: merchant.name, role } }
    },
  })
}

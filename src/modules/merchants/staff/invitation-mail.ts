import type { Job } from '#src/platform/jobs/index.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import { accountLink, MailRefused, writeLetter } from '#src/platform/mail/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { setInvitationToken } from './invitation-queries.ts'
import { invitation as invitationLetter } from './letters.ts'

/** The job contains neither an address nor a secret. */
interface InvitationMail {
  id: string
  merchant_id: string
  invitation_id: string
  /** Whether the limit of mails to unconfirmed addresses is reached. */
  only_confirmed?: boolean
}

type Services = Pick<Dependencies, 'db' | 'config' | 'mailer' | 'logger'>

/** Mails an invitation. A retry makes a new token, because only the hash of the first is stored. */
export const sendInvitation: Job<InvitationMail, Services> = {
  name: 'merchants.send_invitation',
  async run({ db, config, mailer, logger }, { id, merchant_id, invitation_id, only_confirmed }) {
    const { token, hash } = newToken()
    const invitation = await setInvitationToken(db, merchant_id, invitation_id, hash)
    if (invitation === undefined) return // Taken back or replaced meanwhile.
    if (only_confirmed && !invitation.is_confirmed) return
    const { email, role_name: role, merchant_name: merchant } = invitation
    const locale = writtenLocale(invitation.locale)
    const link = accountLink(config, 'accept-invitation', token)
    try {
      const document = writeLetter(invitationLetter, { merchant, role }, link, { locale })
      await mailer.send({ id, to: email, document, link })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, merchant_id, invitation_id }, 'mail refused for good')
    }
  },
}

import { isBuiltIn } from '#src/platform/lib/permissions.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { type Letter, quoted } from '#src/platform/mail/index.ts'

/** A subject with others would be encoded. */
const marks = "''"

// An owner can give a shop and a role any name, and invite anybody.
export const invitation: Letter<{ merchant: string; role: string }> = {
  name: 'invitation',
  write({ merchant, role }, language) {
    const t = textsIn('invitationMail', language)
    const shop = (instead: string) => quoted(merchant, language, { instead, marks })
    const named = isBuiltIn(role) ? role : quoted(role, language, { instead: t.ofItsOwn, marks })
    return {
      subject: fill(t.subject, { shop: shop(t.shop) }),
      paragraphs: [fill(t.invites, { shop: shop(t.aShop), role: named }), t.joins, t.ignore],
    }
  },
}

export const secretsReplaced: Letter<{ merchant: string; apiKeys: number; invitations: number; webhooks: number }> = {
  name: 'secrets_replaced',
  write({ merchant, apiKeys, invitations, webhooks }, language) {
    const t = textsIn('keysMail', language)
    return {
      subject: t.subject,
      paragraphs: [
        fill(t.ended, { merchant, apiKeys, invitations }, language),
        fill(t.webhooks, { webhooks }, language),
        t.next,
      ],
    }
  },
}

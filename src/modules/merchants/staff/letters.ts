import { fill, type Said, textsIn } from '#src/platform/lib/languages.ts'
import { isBuiltIn } from '#src/platform/lib/permissions.ts'
import { type Letter, quoted } from '#src/platform/mail/index.ts'

/** A subject with others would be encoded. */
const marks = "''"

const invitationTexts = {
  subject: ['You are invited to work for {shop}', 'Sie sind eingeladen, für {shop} zu arbeiten'],
  invites: [
    '{shop} invites you to work for it, with the role {role}.',
    '{shop} lädt Sie ein, für den Shop zu arbeiten, mit der Rolle {role}.',
  ],
  shop: ['a shop', 'einen Shop'],
  aShop: ['A shop', 'Ein Shop'],
  ofItsOwn: ['of its own', 'des Shops'],
  joins: [
    'You join when you accept. The link works once, for seven days.',
    'Sie gehören dazu, sobald Sie annehmen. Der Link gilt sieben Tage lang und nur einmal.',
  ],
  ignore: [
    'If you do not know this shop, no harm is done: ignore this mail.',
    'Falls Sie diesen Shop nicht kennen, ist nichts passiert: Ignorieren Sie diese E-Mail einfach.',
  ],
} satisfies Record<string, Said>

// An owner can give a shop and a role any name, and invite anybody.
export const invitation: Letter<{ merchant: string; role: string }> = {
  name: 'invitation',
  write({ merchant, role }, language) {
    const t = textsIn(invitationTexts, language)
    const shop = (instead: string) => quoted(merchant, language, { instead, marks })
    const named = isBuiltIn(role) ? role : quoted(role, language, { instead: t.ofItsOwn, marks })
    return {
      subject: fill(t.subject, { shop: shop(t.shop) }),
      paragraphs: [fill(t.invites, { shop: shop(t.aShop), role: named }), t.joins, t.ignore],
    }
  },
}

const replacedTexts = {
  subject: ['The keys of your shop were replaced', 'Die Schlüssel Ihres Shops wurden ersetzt'],
  ended: [
    'Data of this service may have become known to others. So all sessions at {merchant} were ended, ' +
      'and with them {apiKeys} API keys and {invitations} invitations.',
    'Daten dieses Dienstes sind möglicherweise anderen bekannt geworden. Deshalb wurden alle Sitzungen bei ' +
      '{merchant} beendet. API-Schlüssel, die nicht mehr gelten: {apiKeys}; Einladungen: {invitations}.',
  ],
  webhooks: [
    'The secrets of {webhooks} webhooks were replaced. Until you rotate the secret of a webhook once more and ' +
      'give it the new one, its receiver refuses what we send.',
    'Webhooks, deren Geheimnis ersetzt wurde: {webhooks}. Bis Sie das Geheimnis eines Webhooks noch einmal erneuern ' +
      'und seinem Empfänger das neue geben, lehnt dieser ab, was wir senden.',
  ],
  next: [
    'Sign in, set a new password, then make new API keys and rotate the secrets. The audit log lists what was ended.',
    'Melden Sie sich an, setzen Sie ein neues Passwort, legen Sie neue API-Schlüssel an und erneuern Sie die ' +
      'Geheimnisse. Das Protokoll führt auf, was beendet wurde.',
  ],
} satisfies Record<string, Said>

export const secretsReplaced: Letter<{ merchant: string; apiKeys: number; invitations: number; webhooks: number }> = {
  name: 'secrets_replaced',
  write({ merchant, apiKeys, invitations, webhooks }, language) {
    const t = textsIn(replacedTexts, language)
    const counts = { apiKeys: `${apiKeys}`, invitations: `${invitations}`, webhooks: `${webhooks}` }
    return {
      subject: t.subject,
      paragraphs: [fill(t.ended, { merchant, ...counts }), fill(t.webhooks, counts), t.next],
    }
  },
}

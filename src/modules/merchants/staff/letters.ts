import { isBuiltIn } from '#src/platform/lib/permissions.ts'
import { type Letter, quoted } from '#src/platform/mail/index.ts'

/** A subject with others would be encoded. */
const asciiMarks = "''"

// An owner can give a shop and a role any name, and invite anybody.
export const invitation: Letter<{ merchant: string; role: string }> = {
  name: 'invitation',
  write: ({ merchant, role }) => ({
    subject: `You are invited to work for ${quoted(merchant, 'a shop', asciiMarks)}`,
    paragraphs: [
      `${quoted(merchant, 'A shop', asciiMarks)} invites you to work for it, ` +
        `with the role ${isBuiltIn(role) ? role : quoted(role, 'of its own', asciiMarks)}.`,
      'You join when you accept. The link works once, for seven days.',
      'If you do not know this shop, no harm is done: ignore this mail.',
    ],
  }),
}

export const secretsReplaced: Letter<{ merchant: string; apiKeys: number; invitations: number; webhooks: number }> = {
  name: 'secrets_replaced',
  write: ({ merchant, apiKeys, invitations, webhooks }) => ({
    subject: 'The keys of your shop were replaced',
    paragraphs: [
      `Data of this service may have become known to others. So all sessions at ${merchant} were ended, ` +
        `and with them ${apiKeys} API keys and ${invitations} invitations.`,
      `The secrets of ${webhooks} webhooks were replaced. Until you rotate the secret of a webhook once more and ` +
        'give it the new one, its receiver refuses what we send.',
      'Sign in, set a new password, then make new API keys and rotate the secrets. The audit log lists what was ended.',
    ],
  }),
}

import { isBuiltIn } from '#src/platform/lib/permissions.ts'
import type { Block, MailDocument } from './document.ts'
import { clean, quoted } from './values.ts'

/** The data of each mail, without secrets: a link with a token is made when the mail is sent. */
export interface MailData {
  verify_email: object
  reset_password: object
  password_changed: object
  change_email: object
  email_change_begun: { former_id: string }
  two_factor_on: object
  two_factor_off: object
  recovery_codes_void: object
  new_device: object
  invitation: { merchant: string; role: string }
  subscription_disabled: { merchant: string; url: string; reason: string }
  deliveries_expired: { merchant: string; url: string; hours: number }
  secrets_replaced: { merchant: string; apiKeys: number; invitations: number; webhooks: number }
}

export type MailTemplate = keyof MailData

interface Letter {
  subject: string
  paragraphs: string[]
}

type Letters = { [Name in MailTemplate]: (data: MailData[Name]) => Letter }

const ignore = 'If this was not you, no harm is done: ignore this mail.'

/** A subject with others would be encoded. */
const asciiMarks = "''"

const letters: Letters = {
  verify_email: () => ({
    subject: 'Confirm your e-mail address',
    paragraphs: ['Please confirm that this address is yours. The link works once, for 24 hours.', ignore],
  }),
  reset_password: () => ({
    subject: 'Set a new password',
    paragraphs: ['Somebody asked for a new password for your account. The link works once, for one hour.', ignore],
  }),
  password_changed: () => ({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed just now, and every other device was signed out.',
      'If this was not you, ask for a new password at once.',
    ],
  }),
  change_email: () => ({
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'Please confirm that your account is to have this address. Until then it keeps the one it has.',
      'The link works once, for 24 hours.',
      ignore,
    ],
  }),
  email_change_begun: () => ({
    subject: 'The e-mail address of your account is about to be changed',
    paragraphs: [
      'Somebody who knows your password has asked to give your account another e-mail address. ' +
        'It has that address as soon as it is confirmed there.',
      'If this was you, ignore this mail. If it was not, use the link: it undoes the change, signs out every device ' +
        'and asks you for a new password. It works once, for seven days.',
    ],
  }),
  new_device: () => ({
    subject: 'A new device was signed in to your account',
    paragraphs: [
      'Somebody signed in to your account just now, on a device that was not used for it before.',
      'If this was not you, ask for a new password at once: it signs out every device.',
    ],
  }),
  two_factor_on: () => ({
    subject: 'Your account now needs a second factor',
    paragraphs: [
      'Two factors were switched on for your account just now, and every other device was signed out.',
      'If this was not you, get in touch with the shop.',
    ],
  }),
  two_factor_off: () => ({
    subject: 'Your account no longer needs a second factor',
    paragraphs: [
      'Two factors were switched off for your account just now: the password alone signs in.',
      'If this was not you, ask for a new password at once.',
    ],
  }),
  recovery_codes_void: () => ({
    subject: 'Your recovery codes no longer work',
    paragraphs: [
      'Data of this service may have become known to others. So all sessions were ended, and your recovery codes too.',
      'Sign in with a code of your authenticator app, set a new password, and set up the second factor anew: you get ' +
        'new recovery codes there.',
    ],
  }),
  // An owner can give a shop and a role any name, and invite anybody.
  invitation: ({ merchant, role }) => ({
    subject: `You are invited to work for ${quoted(merchant, 'a shop', asciiMarks)}`,
    paragraphs: [
      `${quoted(merchant, 'A shop', asciiMarks)} invites you to work for it, ` +
        `with the role ${isBuiltIn(role) ? role : quoted(role, 'of its own', asciiMarks)}.`,
      'You join when you accept. The link works once, for seven days.',
      'If you do not know this shop, no harm is done: ignore this mail.',
    ],
  }),
  subscription_disabled: ({ merchant, url, reason }) => ({
    subject: 'A webhook subscription was switched off',
    paragraphs: [
      `${merchant} no longer sends events to ${url}: ${reason}`,
      'Put the receiver right, then set the subscription active again. What was missed can be sent again from there.',
    ],
  }),
  deliveries_expired: ({ merchant, url, hours }) => ({
    subject: 'Webhook deliveries have expired',
    paragraphs: [
      `${url} takes less than ${merchant} has to send: ` +
        `deliveries have waited for ${hours} hours and are given up, oldest first.`,
      'Make the receiver quicker, or subscribe to fewer events. What has expired can be sent again for 30 days.',
    ],
  }),
  secrets_replaced: ({ merchant, apiKeys, invitations, webhooks }) => ({
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

/** The mail with its link, if there is one, at its end. */
export function writeLetter<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  link: string | undefined,
): MailDocument {
  const { subject, paragraphs } = letters[template](clean(data))
  const blocks: Block[] = paragraphs.map((text) => ({ type: 'paragraph', text }))
  if (link !== undefined) blocks.push({ type: 'link', label: subject, url: link })
  return { subject, title: subject, blocks }
}

import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import type { Letter } from '#src/platform/mail/index.ts'

export const subscriptionDisabled: Letter<{ merchant: string; url: string; reason: string }> = {
  name: 'subscription_disabled',
  write(data, language) {
    const t = textsIn('webhookMail', language)
    return { subject: t.disabled, paragraphs: [fill(t.disabledText, data), t.disabledNext] }
  },
}

export const deliveriesExpired: Letter<{ merchant: string; url: string; hours: number }> = {
  name: 'deliveries_expired',
  write({ hours, ...data }, language) {
    const t = textsIn('webhookMail', language)
    return {
      subject: t.expired,
      paragraphs: [fill(t.expiredText, { ...data, hours: `${hours}` }), t.expiredNext],
    }
  },
}

export const webhookLetters = [subscriptionDisabled, deliveriesExpired]

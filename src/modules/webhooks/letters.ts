import { fill, type Said, textsIn } from '#src/platform/lib/languages.ts'
import type { Letter } from '#src/platform/mail/index.ts'

const texts = {
  disabled: ['A webhook subscription was switched off', 'Ein Webhook wurde abgeschaltet'],
  disabledText: [
    '{merchant} no longer sends events to {url}: {reason}',
    '{merchant} sendet keine Ereignisse mehr an {url}: {reason}',
  ],
  disabledNext: [
    'Put the receiver right, then set the subscription active again. What was missed can be sent again from there.',
    'Bringen Sie den Empfänger in Ordnung und schalten Sie den Webhook wieder ein. Dort kann auch noch einmal ' +
      'gesendet werden, was gefehlt hat.',
  ],
  expired: ['Webhook deliveries have expired', 'Zustellungen eines Webhooks sind verfallen'],
  expiredText: [
    '{url} takes less than {merchant} has to send: deliveries have waited for {hours} hours and are given up, oldest ' +
      'first.',
    '{url} nimmt weniger an, als {merchant} zu senden hat: Zustellungen haben {hours} Stunden gewartet und werden ' +
      'aufgegeben, die ältesten zuerst.',
  ],
  expiredNext: [
    'Make the receiver quicker, or subscribe to fewer events. What has expired can be sent again for 30 days.',
    'Machen Sie den Empfänger schneller oder abonnieren Sie weniger Ereignisse. Was verfallen ist, kann 30 Tage lang ' +
      'noch einmal gesendet werden.',
  ],
} satisfies Record<string, Said>

export const subscriptionDisabled: Letter<{ merchant: string; url: string; reason: string }> = {
  name: 'subscription_disabled',
  write(data, language) {
    const t = textsIn(texts, language)
    return { subject: t.disabled, paragraphs: [fill(t.disabledText, data), t.disabledNext] }
  },
}

export const deliveriesExpired: Letter<{ merchant: string; url: string; hours: number }> = {
  name: 'deliveries_expired',
  write({ hours, ...data }, language) {
    const t = textsIn(texts, language)
    return {
      subject: t.expired,
      paragraphs: [fill(t.expiredText, { ...data, hours: `${hours}` }), t.expiredNext],
    }
  },
}

export const webhookLetters = [subscriptionDisabled, deliveriesExpired]

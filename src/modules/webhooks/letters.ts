import type { Letter } from '#src/platform/mail/index.ts'

export const subscriptionDisabled: Letter<{ merchant: string; url: string; reason: string }> = {
  name: 'subscription_disabled',
  write: ({ merchant, url, reason }) => ({
    subject: 'A webhook subscription was switched off',
    paragraphs: [
      `${merchant} no longer sends events to ${url}: ${reason}`,
      'Put the receiver right, then set the subscription active again. What was missed can be sent again from there.',
    ],
  }),
}

export const deliveriesExpired: Letter<{ merchant: string; url: string; hours: number }> = {
  name: 'deliveries_expired',
  write: ({ merchant, url, hours }) => ({
    subject: 'Webhook deliveries have expired',
    paragraphs: [
      `${url} takes less than ${merchant} has to send: ` +
        `deliveries have waited for ${hours} hours and are given up, oldest first.`,
      'Make the receiver quicker, or subscribe to fewer events. What has expired can be sent again for 30 days.',
    ],
  }),
}

export const webhookLetters = [subscriptionDisabled, deliveriesExpired]

import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import { Status, type Tone } from '#console/ui/status.tsx'
import { errorText } from './answers.ts'

const tones: Record<string, Tone> = {
  pending: 'warn',
  delivering: 'accent',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

const deliveryStates: Partial<Record<string, string>> = {
  pending: t('pending'),
  delivering: t('delivering'),
  delivered: t('delivered'),
  failed: t('failed'),
  cancelled: t('cancelled'),
}

export const DeliveryState = ({ status }: { status: string }) => (
  <Status tone={tones[status] ?? 'neutral'}>{deliveryStates[status] ?? status}</Status>
)

export function WebhookState({ webhook: { active, disabled_reason } }: { webhook: Schemas['Webhook'] }) {
  if (active) return <Status tone="good">{t('active')}</Status>
  return disabled_reason === null ? (
    <Status tone="neutral">{t('switched off')}</Status>
  ) : (
    <Status tone="bad">{t('switched off by failures')}</Status>
  )
}

/** What the receiver said last, or why it said nothing. */
export function lastAnswer({ last_status_code, last_error }: Schemas['Delivery']): string {
  return last_status_code === null ? (last_error === null ? '—' : errorText(last_error)) : String(last_status_code)
}

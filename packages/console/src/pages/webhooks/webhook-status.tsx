import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import { Status, type Tone } from '#console/ui/status.tsx'

const tones: Record<string, Tone> = {
  pending: 'warn',
  delivering: 'accent',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

export const DeliveryState = ({ status }: { status: string }) => (
  <Status tone={tones[status] ?? 'neutral'}>{status}</Status>
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
  return last_status_code === null ? (last_error ?? '—') : String(last_status_code)
}

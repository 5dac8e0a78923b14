import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Page } from '#console/ui/page.tsx'
import { PageTabs } from '#console/ui/page-tabs.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { reasonText } from './answers.ts'
import { deliveryCountOptions, type Webhook, webhookOptions } from './webhook-data.ts'
import { WebhookState } from './webhook-status.tsx'

const RecoverDialog = lazy(() => import('./recover-dialog.tsx').then((module) => ({ default: module.RecoverDialog })))
const TestDialog = lazy(() => import('./test-dialog.tsx').then((module) => ({ default: module.TestDialog })))

const back = { label: t('Back to the webhooks'), to: '/webhooks' } as const

export const inactive = t('The webhook is switched off. Switch it on in its settings first.')

/** What the pages of one webhook have in common: its address, its state, its acts, its tabs. */
export function WebhookFrame({ id, children }: { id: string; children: (webhook: Webhook) => ReactNode }) {
  const { data: webhook, error, refetch } = useQuery(webhookOptions(id))
  if (webhook === undefined) return <PendingPage title={t('Webhook')} back={back} error={error} retry={refetch} />
  const params = { webhookId: id }
  return (
    <Page
      title={webhook.url}
      back={back}
      aside={<WebhookState webhook={webhook} />}
      actions={<WebhookActions webhook={webhook} />}
    >
      <PageTabs
        label={t('Parts of the webhook')}
        tabs={[
          { label: t('Deliveries'), to: '/webhooks/$webhookId', params },
          { label: t('Settings'), to: '/webhooks/$webhookId/settings', params },
        ]}
      />
      {webhook.disabled_reason !== null && (
        <p className="flex items-start gap-2.5 border-b border-line bg-bad-2 px-4 py-2 lg:px-8">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          {t(
            'The service switched it off: {reason}. Mend the receiver, switch the webhook on ' +
              'in its settings, then recover what failed.',
            { reason: reasonText(webhook.disabled_reason) },
          )}
        </p>
      )}
      {children(webhook)}
    </Page>
  )
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [dialog, setDialog] = useState<'recover' | 'test'>()
  const { data: failed } = useQuery(deliveryCountOptions(webhook.id, 'failed'))
  const role = useRefusal('webhooks.write')
  const refusal = role ?? (webhook.active ? undefined : inactive)
  const close = () => setDialog(undefined)
  return (
    <>
      <Button
        refusal={refusal ?? (failed?.total === 0 ? t('No delivery of the last 30 days has failed.') : undefined)}
        onClick={() => setDialog('recover')}
      >
        {t('Recover')}
      </Button>
      <Button look="primary" refusal={refusal} onClick={() => setDialog('test')}>
        {t('Send a test')}
      </Button>
      <Suspense>
        {dialog === 'recover' && <RecoverDialog webhook={webhook} failed={failed} open onClose={close} />}
        {dialog === 'test' && <TestDialog webhook={webhook} open onClose={close} />}
      </Suspense>
    </>
  )
}

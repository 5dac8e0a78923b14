import { read } from '@commerce-platform/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Section, TwoColumns } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { deliveryCountOptions, useWebhookUpdate, type Webhook, webhookKeys } from './webhook-data.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookFrame } from './webhook-frame.tsx'

export function WebhookSettingsPage() {
  const { webhookId } = useParams({ from: '/shell/webhooks/$webhookId/settings' })
  return (
    <WebhookFrame id={webhookId}>
      {(webhook) => (
        <TwoColumns
          underTabs
          asideBelow
          aside={
            <>
              <Switch webhook={webhook} />
              <Secret webhook={webhook} />
              <Remove webhook={webhook} />
            </>
          }
        >
          <div className="px-4 py-6 lg:px-8">
            <Edit webhook={webhook} />
          </div>
        </TwoColumns>
      )}
    </WebhookFrame>
  )
}

function Edit({ webhook }: { webhook: Webhook }) {
  const draft = useDraft(webhook, webhook.updated_at)
  const save = useWebhookUpdate(webhook.id, (saved) => {
    draft.onSaved(saved)
    toast(t('The webhook is saved'))
  })
  return (
    <WebhookForm
      key={draft.key}
      webhook={draft.before}
      error={save.error}
      busy={save.isPending}
      refusal={useRefusal('webhooks.write')}
      action={t('Save')}
      changed={draft.changed}
      unsent={draft.unsent}
      onChange={draft.onChange}
      onSubmit={(fields) => {
        draft.onSend()
        save.mutate(fields, { onError: draft.onRefused })
      }}
    />
  )
}

/** What a text of an end begins with: "3 waiting deliveries will be cancelled.", or nothing if none waits. */
function useCancelled(id: string): string[] {
  const { data: deliveries } = useQuery(deliveryCountOptions(id, 'pending'))
  return deliveries?.total
    ? [
        t('{deliveries, plural, one {# waiting delivery} other {# waiting deliveries}} will be cancelled.', {
          deliveries,
        }),
      ]
    : []
}

function Switch({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState(false)
  const cancelled = useCancelled(webhook.id)
  const refusal = useRefusal('webhooks.write')
  const change = useWebhookUpdate(webhook.id, ({ active }) => {
    setOpen(false)
    toast(active ? t('The webhook is switched on') : t('The webhook is switched off'))
  })
  return (
    <Section title={t('State')}>
      <p className="text-ink-2">
        {webhook.active
          ? t('Every event it subscribes to is delivered.')
          : t('Nothing is delivered. What happens meanwhile is not sent later; the log of events has it.')}
      </p>
      {webhook.active ? (
        <Button className="mt-3" refusal={refusal} onClick={() => setOpen(true)}>
          {t('Switch off')}
        </Button>
      ) : (
        <Button
          className="mt-3"
          look="primary"
          refusal={refusal}
          busy={change.isPending}
          onClick={() => change.mutate({ active: true })}
        >
          {t('Switch on')}
        </Button>
      )}
      {change.error != null && !open && <Notice error={change.error} className="mt-3" />}
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={t('Switch the webhook off?')}
        description={[...cancelled, t('Events that happen while it is off are not sent later.')].join(' ')}
        action={t('Switch off')}
        danger
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ active: false })}
      />
    </Section>
  )
}

function Secret({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState(false)
  return (
    <Section title={t('Secret')}>
      <p className="text-ink-2">{t('Signs every delivery. It was shown once. If you lost it, create a new one.')}</p>
      <Button className="mt-3" refusal={useRefusal('webhooks.write')} onClick={() => setOpen(true)}>
        {t('Rotate the secret')}
      </Button>
      <RotateDialog webhook={webhook} open={open} onClose={() => setOpen(false)} />
    </Section>
  )
}

function Remove({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState(false)
  const cancelled = useCancelled(webhook.id)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id } = webhook
  const remove = useChange(
    webhookKeys(id),
    () => read(api.DELETE('/admin/webhooks/{webhook_id}', { params: { path: { webhook_id: id } } })),
    async () => {
      toast(t('The webhook is deleted'))
      await navigate({ to: '/webhooks', ignoreBlocker: true })
      client.removeQueries({ queryKey: ['webhook', id] })
    },
  )
  return (
    <Section title={t('Delete')}>
      <p className="text-ink-2">{t('Ends it for good, with the record of its deliveries.')}</p>
      <Button className="mt-3" look="danger" refusal={useRefusal('webhooks.write')} onClick={() => setOpen(true)}>
        {t('Delete the webhook')}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={t('Delete the webhook?')}
        description={[...cancelled, t('Its past deliveries can no longer be read. It cannot be undone.')].join(' ')}
        action={t('Delete')}
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
      />
    </Section>
  )
}

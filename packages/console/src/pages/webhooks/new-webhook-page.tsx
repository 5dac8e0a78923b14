import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Page } from '#console/ui/page.tsx'
import { SecretOnce } from '#console/ui/secret.tsx'
import { SecretForm } from './secret-form.tsx'
import { WebhookForm } from './webhook-form.tsx'

export function NewWebhookPage() {
  const [changed, setChanged] = useState(false)
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (body: Schemas['CreateWebhook']) => read(api.POST('/admin/webhooks', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const refusal = useRefusal('webhooks.write')
  const made = create.data
  return (
    <Page
      title={made ? t('Webhook is created') : t('New webhook')}
      back={{ label: t('Back to the webhooks'), to: '/webhooks' }}
    >
      <div className="px-4 py-6 lg:px-8">
        {made ? (
          <Made webhook={made} />
        ) : (
          <WebhookForm
            error={create.error}
            busy={create.isPending}
            refusal={refusal}
            action={t('Create webhook')}
            changed={changed}
            unsent={changed && !create.isPending}
            onChange={() => setChanged(true)}
            onSubmit={create.mutate}
          />
        )}
      </div>
    </Page>
  )
}

function Made({ webhook }: { webhook: Schemas['WebhookWithSecret'] }) {
  return (
    <div className="grid max-w-2xl gap-4">
      <p>
        {rich(
          'Deliveries to {address} are signed with this secret. The receiver checks the signature to know ' +
            'that they are yours.',
          { address: <span className="font-medium wrap-anywhere">{webhook.url}</span> },
        )}
      </p>
      <SecretOnce label={t('Secret')} value={webhook.secret} />
      <SecretForm />
      <div>
        <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className={buttonClass('primary')}>
          {t('Open the webhook')}
        </Link>
      </div>
    </div>
  )
}

import { read } from '@commerce-platform/client'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { shortTime } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { SecretOnce } from '#console/ui/secret.tsx'
import { Notice } from '#console/ui/states.tsx'
import { SecretForm } from './secret-form.tsx'
import { type Webhook, webhookKeys } from './webhook-data.ts'

interface RotateProps {
  webhook: Webhook
  open: boolean
  onClose: () => void
}

const overlapMs = 24 * 3_600_000

/** Replaces the secret, and shows the new one until it is closed. */
export function RotateDialog({ webhook, open, onClose }: RotateProps) {
  const rotate = useChange(
    webhookKeys(webhook.id),
    () =>
      read(
        api.POST('/admin/webhooks/{webhook_id}/rotate-secret', {
          params: { path: { webhook_id: webhook.id } },
          body: {},
        }),
      ),
    () => {},
  )
  function close(): void {
    if (rotate.isPending) return
    rotate.reset()
    onClose()
  }
  const until = shortTime(new Date(Date.now() + overlapMs).toISOString())
  return (
    <Dialog
      open={open}
      onClose={close}
      keepsOpen={rotate.data !== undefined}
      title={rotate.data ? t('The new secret') : t('Rotate the secret?')}
      description={
        rotate.data
          ? t('Give it to the receiver. Until {until} the webhook-signature also has one of the secret ' + 'before.', {
              until,
            })
          : t(
              'For 24 hours, until {until}, the webhook-signature of each delivery is made with both ' +
                'secrets. X-Service-Signature is made with the new one at once, and a rotation before this ' +
                'one ends now.',
              { until },
            )
      }
    >
      {rotate.data && (
        <div className="mt-4">
          <SecretOnce label={t('Secret')} value={rotate.data.secret} />
          <SecretForm />
        </div>
      )}
      {rotate.error != null && <Notice error={rotate.error} className="mt-4" />}
      <Actions>
        {rotate.data ? (
          <Button look="primary" onClick={close}>
            {t('I have copied it')}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button look="primary" busy={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
              {t('Rotate')}
            </Button>
          </>
        )}
      </Actions>
    </Dialog>
  )
}

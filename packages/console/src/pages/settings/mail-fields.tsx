import type { Schemas } from '@commerce-platform/client'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'
import { Group } from '#console/ui/groups.tsx'
import { Tick } from './tick.tsx'

interface MailFieldsProps {
  mail: Schemas['MailSettings']
  faults: Faults
  isRead: boolean
}

/** Which e-mails customers get. */
export function MailFields({ mail, faults, isRead }: MailFieldsProps) {
  return (
    <Group title={t('E-mails to customers')} about={t('Sent automatically.')}>
      <div className="-mt-1.5">
        <Tick
          name="mail.order_confirmation"
          label={t('An order was placed')}
          on={mail.order_confirmation}
          disabled={isRead}
        />
        <Tick
          name="mail.shipment"
          label={t('A parcel was sent, with its tracking')}
          on={mail.shipment}
          disabled={isRead}
        />
        <Tick
          name="mail.refund"
          label={t('A refund was made, or an order was cancelled')}
          on={mail.refund}
          disabled={isRead}
        />
        <Tick
          name="mail.address_change"
          label={t('You corrected the shipping address of an order')}
          on={mail.address_change}
          disabled={isRead}
        />
      </div>
      <Field
        label={t('Remind customers of an abandoned cart after (hours)')}
        hint={t('1 to 720 hours. Sent once per cart, to customers who agreed to marketing. Leave empty for ' + 'none.')}
        error={faults.of('mail.abandoned_cart.hours')}
      >
        <Input
          name="mail.abandoned_cart.hours"
          inputMode="numeric"
          defaultValue={mail.abandoned_cart?.hours ?? ''}
          readOnly={isRead}
          autoComplete="off"
          className="tabular-nums"
        />
      </Field>
      <Field
        label={t('Remind customers of a payment after (days)')}
        hint={t(
          'Days after it was due, one to three, such as 3, 10, 20. For orders paid to you directly. ' +
            'Leave empty for none.',
        )}
        error={faults.of('mail.payment_reminders.days')}
      >
        <Input
          name="mail.payment_reminders.days"
          defaultValue={mail.payment_reminders?.days.join(', ') ?? ''}
          readOnly={isRead}
          autoComplete="off"
          className="tabular-nums"
        />
      </Field>
    </Group>
  )
}

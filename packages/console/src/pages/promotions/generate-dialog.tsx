import { read, type Schemas } from '@commerce-platform/client'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { type Batch, batchKey } from './code-batch.ts'
import type { Promotion } from './promotion-data.ts'

/** Of one request. */
const max = 100_000

export function GenerateDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const { id, code_count, code, has_codes } = promotion
  const generate = useChange(
    [['promotion', id], ['promotions']],
    (body: Schemas['GenerateCodes']) =>
      read(api.POST('/admin/promotions/{id}/codes', { params: { path: { id } }, body })),
    ({ count, made }) => {
      client.setQueryData<Batch>(batchKey(id), { from: code_count, target: code_count + count - made })
      toast(t('{count, plural, one {# code} other {# codes}} will be made', { count }))
      onClose()
    },
  )
  const faults = faultsOf(generate.error, ['count', 'prefix'])
  useFirstFault(form, generate.error)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (generate.isPending) return
    const fields = new FormData(event.currentTarget)
    const prefix = String(fields.get('prefix')).trim().toUpperCase()
    generate.mutate({ count: Number(fields.get('count')), ...(prefix !== '' && { prefix }) })
  }
  const isAutomatic = code === null && !has_codes
  return (
    <Dialog
      open
      onClose={() => generate.isPending || onClose()}
      title={t('Generate codes')}
      description={[
        t('Each is good for one order.'),
        isAutomatic && t('Without one of them the promotion applies no more.'),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <form ref={form} aria-label={t('Generate codes')} onSubmit={submit} className="mt-4">
        <div className="grid grid-cols-2 gap-4">
          <Field label={t('How many')} error={faults.of('count')}>
            <Input name="count" type="number" required min={1} max={max} step={1} defaultValue={100} />
          </Field>
          <Field label={t('Begin with')} hint={t('Optional, such as VIP-.')} error={faults.of('prefix')}>
            <Input name="prefix" maxLength={20} autoComplete="off" spellCheck={false} className="uppercase" />
          </Field>
        </div>
        {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={generate.isPending}>
            {t('Generate')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

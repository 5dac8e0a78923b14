import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { ContactDialog } from './contact-dialog.tsx'

/** Comes behind the page. */
export function ChangeContact({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('orders.write')
  return (
    <>
      <Button
        look="quiet"
        className="-mr-3"
        aria-label={t('Change e-mail and phone')}
        refusal={refusal}
        onClick={() => setOpen(true)}
      >
        {t('Change')}
      </Button>
      {isOpen && <ContactDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

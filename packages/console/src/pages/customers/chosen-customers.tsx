import type { Schemas } from '@commerce-platform/client'
import { Copy, Mail, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { files } from '#console/data/session.ts'
import { exportChosen } from '#console/lib/export-chosen.ts'
import { t } from '#console/lib/text.ts'
import type { Selection } from '#console/lib/use-selection.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { ExportButton } from '#console/ui/export-button.tsx'
import { copy } from '#console/ui/states.tsx'

/** Mail programs take no longer addresses than this. */
const maxLinkLength = 1_900

const ChosenGroups = lazy(() =>
  import('./groups/chosen-groups.tsx').then((module) => ({ default: module.ChosenGroups })),
)

interface ChosenCustomersProps {
  selection: Selection<Schemas['Customer']>
  /** The group by which the list is filtered. */
  groupId: string | undefined
}

/** What can be done with the customers that are chosen: a file of them, groups, and letters, each in blind copy. */
export function ChosenCustomers({ selection, groupId }: ChosenCustomersProps) {
  const [isOpen, setOpen] = useState(false)
  const mayWrite = useMay('orders.write')
  const addresses = [...new Set(selection.items.map(({ email }) => email).filter((email) => email !== null))]
  const link = `mailto:?bcc=${addresses.map(encodeURIComponent).join(',')}`
  const none = addresses.length === 0 ? t('None of them has an e-mail address.') : undefined
  return (
    <>
      {mayWrite && (
        <Button onClick={() => setOpen(true)}>
          <UsersRound aria-hidden />
          {t('Groups')}
        </Button>
      )}
      <Suspense>
        {isOpen && (
          <ChosenGroups
            customers={selection.items}
            groupId={groupId}
            onRemoved={selection.clear}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
      <ExportButton
        name="customers"
        description={t(
          'The {items, plural, one {# customer} other {# customers}} that you have chosen, the oldest ' + 'first.',
          { items: selection.items.length },
        )}
        download={(format, signal) =>
          exportChosen(
            selection.items.map(({ id }) => id),
            format,
            signal,
            async (ids) => {
              const params = { query: { ids, format } }
              return (await files.GET('/admin/users/export', { params, parseAs: 'stream', signal })).data
            },
          )
        }
      />
      <Button
        refusal={none}
        onClick={() =>
          copy(
            addresses.join(', '),
            t('{count, plural, one {# address} other {# addresses}} copied', { count: addresses.length }),
          )
        }
      >
        <Copy aria-hidden />
        {t('Copy addresses')}
      </Button>
      {none === undefined && link.length <= maxLinkLength ? (
        <a href={link} className={buttonClass('primary')}>
          <Mail aria-hidden />
          {t('Write to them')}
        </a>
      ) : (
        <Button look="primary" refusal={none ?? t('Too many for a mail program: copy their addresses.')}>
          <Mail aria-hidden />
          {t('Write to them')}
        </Button>
      )}
    </>
  )
}

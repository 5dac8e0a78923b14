import type { Schemas } from '@commerce-platform/client'
import { Copy, Mail } from 'lucide-react'
import { files } from '#console/data/session.ts'
import { exportChosen } from '#console/lib/export-chosen.ts'
import { plural } from '#console/lib/format.ts'
import type { Selection } from '#console/lib/use-selection.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { ExportButton } from '#console/ui/export-button.tsx'
import { copy } from '#console/ui/states.tsx'

/** Mail programs take no longer addresses than this. */
const longestLink = 1_900

/** What can be done with the customers that are chosen: a file of them, and letters, each in blind copy. */
export function ChosenCustomers({ selection }: { selection: Selection<Schemas['Customer']> }) {
  const addresses = [...new Set(selection.items.map(({ email }) => email).filter((email) => email !== null))]
  const link = `mailto:?bcc=${addresses.map(encodeURIComponent).join(',')}`
  const none = addresses.length === 0 ? 'None of them has an e-mail address.' : undefined
  return (
    <>
      <ExportButton
        name="customers"
        description={`The ${plural(selection.items.length, 'customer')} that you have chosen, the oldest first.`}
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
        onClick={() => copy(addresses.join(', '), `${plural(addresses.length, 'address', 'addresses')} copied`)}
      >
        <Copy aria-hidden />
        Copy addresses
      </Button>
      {none === undefined && link.length <= longestLink ? (
        <a href={link} className={buttonClass('primary')}>
          <Mail aria-hidden />
          Write to them
        </a>
      ) : (
        <Button look="primary" refusal={none ?? 'Too many for a mail program: copy their addresses.'}>
          <Mail aria-hidden />
          Write to them
        </Button>
      )}
    </>
  )
}

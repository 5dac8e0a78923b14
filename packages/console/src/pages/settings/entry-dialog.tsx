import type { Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { shopOptions } from '#console/data/queries.ts'
import { exactTime } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Code } from '#console/ui/code.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts } from '#console/ui/page.tsx'
import { actionTexts } from './audit-filter.ts'
import { nameOfField, nameOfTarget } from './audit-names.ts'
import type { AuditSearch } from './audit-search.ts'
import { actorOf, valueText } from './audit-values.ts'

type Entry = Schemas['AuditEntry']

interface EntryProps {
  entry: Entry
  onClose: () => void
  onFilter: (filter: Pick<AuditSearch, 'actor' | 'target'>) => void
}

/** One entry, whole. */
export function EntryDialog({ entry, onClose, onFilter }: EntryProps) {
  const { actor, target, changes } = entry
  const { id: actorId } = actor
  return (
    <Dialog open onClose={onClose} wide title={actionTexts[entry.action]}>
      <div className="mt-4">
        <Facts>
          <Fact name={t('When')}>{exactTime(entry.at)}</Fact>
          <Fact name={t('Who')}>{actorOf(entry)}</Fact>
          <Fact name={t('About')}>
            <Target target={target} />
          </Fact>
          <Fact name={t('Address')}>{entry.ip ?? '—'}</Fact>
          <Fact name={t('Request')}>
            <span className="font-mono text-xs">{entry.request_id ?? '—'}</span>
          </Fact>
        </Facts>
      </div>
      {Object.keys(changes).length > 0 && <Changes changes={changes} />}
      <Actions>
        <Button onClick={() => onFilter({ target: target.id })}>{t('All about this')}</Button>
        {actorId !== null && (
          <Button onClick={() => onFilter({ actor: actorId })}>{t('All of this person or key')}</Button>
        )}
      </Actions>
    </Dialog>
  )
}

function Target({ target: { type, id, name } }: Pick<Entry, 'target'>) {
  const link = linkTo(type, id)
  const text = name ?? nameOfTarget(type)
  return (
    <>
      {link ? (
        <Link {...link} className={linkClass}>
          {text}
        </Link>
      ) : (
        text
      )}{' '}
      <span className="text-xs text-ink-3">{name === null ? id : nameOfTarget(type)}</span>
    </>
  )
}

/** The page of what the entry is about, if it has one. */
function linkTo(type: Entry['target']['type'], id: string): LinkProps | undefined {
  if (type === 'product') return { to: '/products/$productId', params: { productId: id } }
  if (type === 'collection') return { to: '/collections/$collectionId', params: { collectionId: id } }
  if (type === 'order') return { to: '/orders/$orderId', params: { orderId: id } }
  if (type === 'promotion') return { to: '/promotions/$promotionId', params: { promotionId: id } }
  if (type === 'gift_card') return { to: '/gift-cards/$giftCardId', params: { giftCardId: id } }
  if (type === 'shipping_method') return { to: '/settings/shipping', search: { open: id } }
  if (type === 'api_key') return { to: '/settings/api-keys', search: { open: id } }
  if (type === 'webhook') return { to: '/webhooks/$webhookId', params: { webhookId: id } }
  if (type === 'merchant') return { to: '/settings/shop' }
  return undefined
}

function Changes({ changes }: Pick<Entry, 'changes'>) {
  const currency = useQuery(shopOptions).data?.currency
  return (
    <>
      <table className="mt-5 w-full table-fixed border-separate border-spacing-0" aria-label={t('Changes')}>
        <thead>
          <tr>
            {[t('Field'), t('Before'), t('After')].map((name) => (
              <th key={name} scope="col" className="h-8 border-b border-line text-left text-xs font-medium text-ink-3">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(changes).map(([field, [before, after]]) => (
            <tr key={field}>
              <th scope="row" className="border-b border-line py-2 pr-3 text-left align-top font-normal wrap-anywhere">
                {nameOfField(field)}
              </th>
              <td className="border-b border-line py-2 pr-3 align-top wrap-anywhere text-ink-3">
                {valueText(field, before, currency)}
              </td>
              <td className="border-b border-line py-2 align-top wrap-anywhere">{valueText(field, after, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className="mt-3">
        <summary className="w-fit cursor-pointer rounded text-ink-2 hover:text-ink">{t('As JSON')}</summary>
        <div className="mt-2">
          <Code label={t('Changes')} text={JSON.stringify(changes)} />
        </div>
      </details>
    </>
  )
}

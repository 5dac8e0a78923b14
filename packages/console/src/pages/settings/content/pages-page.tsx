import type { Schemas } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRefusal } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Empty } from '#console/ui/states.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { kindTexts, pagesOptions, statusTexts } from './content-data.ts'

type Listed = Schemas['Page']

const columns: Column<Listed>[] = [
  { name: t('Title'), cell: ({ title }) => title, className: 'min-w-40 sm:w-1/2 sm:max-w-0' },
  { name: t('Kind'), cell: ({ kind }) => (kind ? kindTexts[kind] : ''), from: 'sm', className: 'min-w-32 text-ink-2' },
  { name: t('Address'), cell: ({ slug }) => `/pages/${slug}`, from: 'md', className: 'min-w-32 text-ink-2' },
  { name: t('Status'), cell: ({ status }) => statusTexts[status], className: 'min-w-24 text-ink-2' },
]

/** What a shop says besides its products. */
export function PagesPage() {
  const query = useInfiniteQuery(pagesOptions)
  const refusal = useRefusal('content.write')
  const total = query.data?.pages.at(-1)?.pagination
  const create =
    refusal === undefined ? (
      <Link to="/settings/pages/$pageId" params={{ pageId: 'new' }} className={buttonClass('primary')}>
        <Plus aria-hidden />
        {t('New page')}
      </Link>
    ) : (
      <Button look="primary" refusal={refusal}>
        <Plus aria-hidden />
        {t('New page')}
      </Button>
    )
  return (
    <SettingsPage
      tab={t('Pages')}
      aside={
        total && <span className="text-ink-3">{t('{total, plural, one {# page} other {# pages}}', { total })}</span>
      }
      actions={create}
    >
      <ListTable
        label={t('Pages')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/settings/pages/$pageId', params: { pageId: id } })}
        phoneLine={({ kind }) => (kind ? kindTexts[kind] : '')}
        empty={
          <Empty title={t('No pages yet')} action={create}>
            {t(
              'Imprint, privacy, terms and the like: your shop links them at the bottom of its pages and ' +
                'at the checkout.',
            )}
          </Empty>
        }
      />
    </SettingsPage>
  )
}

import { read } from '@commerce-platform/client'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api, files } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { count } from '#console/lib/format.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { linkClass } from '#console/ui/link.ts'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Status, type Tone } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast, toastError } from '#console/ui/toasts.tsx'
import { type Batch, useBatch } from './code-batch.ts'
import { codesOptions, type Promotion, type PromotionCode } from './promotion-data.ts'
import { PromotionFrame } from './promotion-frame.tsx'

const GenerateDialog = lazy(() =>
  import('./generate-dialog.tsx').then((module) => ({ default: module.GenerateDialog })),
)

const tones: Record<PromotionCode['status'], Tone> = { unused: 'good', used: 'accent', revoked: 'neutral' }

export function CodesPage() {
  const { promotionId } = useParams({ from: '/shell/promotions/$promotionId/codes' })
  return <PromotionFrame id={promotionId}>{(promotion) => <Codes promotion={promotion} />}</PromotionFrame>
}

function Codes({ promotion }: { promotion: Promotion }) {
  const { id } = promotion
  const { open } = useSearch({ from: '/shell/promotions/$promotionId/codes' })
  const navigate = useNavigate({ from: '/promotions/$promotionId/codes' })
  const query = useInfiniteQuery(codesOptions(id))
  const batch = useBatch(promotion)
  const [revoked, setRevoked] = useState<PromotionCode>()
  const refusal = useRefusal('promotions.write')
  const columns = useMemo(() => columnsOf(refusal, setRevoked), [refusal])
  const show = (what?: string) => navigate({ search: { ...(what && { open: what }) }, replace: true })
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b border-line px-4 py-2 lg:px-8">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          {batch ? <Progress batch={batch} made={promotion.code_count} /> : <About promotion={promotion} />}
        </div>
        <Export promotion={promotion} />
        <Button look="primary" refusal={refusal} onClick={() => show('new')}>
          <Plus aria-hidden />
          {t('Generate')}
        </Button>
      </div>
      <ListTable
        label={t('Codes')}
        query={query}
        columns={columns}
        rowKey={({ code }) => code}
        empty={
          <Empty title={t('No generated codes')}>
            {promotion.code === null
              ? t(
                  'Without codes the promotion applies automatically. Pause it, generate its codes, then make ' +
                    'it active.',
                )
              : t('It is taken with the code {code}. Generated codes are good for one order each.', {
                  code: promotion.code,
                })}
          </Empty>
        }
      />
      <Suspense>{open === 'new' && <GenerateDialog promotion={promotion} onClose={() => show()} />}</Suspense>
      {revoked && <Revoke id={id} code={revoked.code} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

function About({ promotion: { code_count, status, has_codes } }: { promotion: Promotion }) {
  if (!has_codes) return null
  return (
    <p className="text-ink-2">
      {t('{code_count, plural, one {# code} other {# codes}}', { code_count })}.{' '}
      {status === 'paused' && t('The promotion is paused: nobody can use them yet.')}
    </p>
  )
}

function Progress({ batch: { from, target }, made }: { batch: Batch; made: number }) {
  const [done, total] = [made - from, target - from]
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={t('Codes made')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        className="h-1.5 max-w-64 flex-1 overflow-hidden rounded bg-paper-3"
      >
        <div className="h-full bg-accent" style={{ width: `${(done / total) * 100}%` }} />
      </div>
      <span role="status" className="tabular-nums">
        {t('{done} of {total} made', { done: count(done), total: count(total) })}
      </span>
    </div>
  )
}

/** A file of up to a million lines is saved as it is. */
function Export({ promotion: { id, name, has_codes } }: { promotion: Promotion }) {
  const refusal = useRefusal('exports.read') ?? (has_codes ? undefined : t('There are no codes yet.'))
  const save = useMutation({
    mutationFn: async () => {
      const params = { path: { id } }
      const { data } = await files.GET('/admin/promotions/{id}/codes/export', { params, parseAs: 'blob' })
      if (data === undefined) throw new TypeError(t('no file'))
      saveFile('codes.csv', data as unknown as Blob)
    },
    onSuccess: () => toast(t('The codes of {name} are downloaded', { name })),
    onError: (error) => toastError(error, t('The file did not arrive')),
  })
  return (
    <Button refusal={refusal} busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden />
      {t('Export')}
    </Button>
  )
}

function columnsOf(refusal: string | undefined, onRevoke: (code: PromotionCode) => void): Column<PromotionCode>[] {
  return [
    { name: t('Code'), cell: ({ code }) => <span className="font-mono">{code}</span>, className: 'sm:w-full' },
    { name: t('Status'), cell: ({ status }) => <Status tone={tones[status]}>{status}</Status>, className: 'min-w-28' },
    {
      name: t('Order'),
      cell: ({ order_id: id }) =>
        id && (
          <Link to="/orders/$orderId" params={{ orderId: id }} className={linkClass}>
            {t('Its order')}
          </Link>
        ),
      from: 'sm',
      className: 'min-w-24',
    },
    {
      name: t('Made'),
      cell: ({ created_at: at }) => <Time at={at} />,
      from: 'md',
      className: 'min-w-28 text-ink-2',
    },
    {
      name: t('Action'),
      cell: (code) =>
        code.status === 'unused' && (
          <Button
            look="quiet"
            refusal={refusal}
            aria-label={t('Revoke {code}', { code: code.code })}
            className="-mr-3"
            onClick={() => onRevoke(code)}
          >
            {t('Revoke')}
          </Button>
        ),
      numeric: true,
    },
  ]
}

function Revoke({ id, code, onClose }: { id: string; code: string; onClose: () => void }) {
  const revoke = useChange(
    [['promotion', id, 'codes']],
    () => read(api.DELETE('/admin/promotions/{id}/codes/{code}', { params: { path: { id, code } } })),
    () => {
      toast(t('{code} is revoked', { code }))
      onClose()
    },
  )
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('Revoke {code}?', { code })}
      description={t('Nobody can use it any more. It cannot be undone.')}
      action={t('Revoke')}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined)}
    />
  )
}

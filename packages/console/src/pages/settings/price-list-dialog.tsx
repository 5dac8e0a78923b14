import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#console/data/session.ts'
import { changedFields } from '#console/lib/changed-fields.ts'
import { t } from '#console/lib/text.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import { Notice } from '#console/ui/states.tsx'
import { MethodDialog, type MethodProps } from './method-form.tsx'
import { ListFields, readForm } from './price-list-fields.tsx'
import { fieldsAt, kindOf, type ListKind, type Row, readRows, rowsOf, type WholeList } from './price-list-rows.ts'

type PriceList = Schemas['PriceList']
type Body = Schemas['CreatePriceList']

/** A list for a time or for groups: by percent, or with prices of single products. */
export function PriceListDialog({ method, currency, onClose }: MethodProps<PriceList>) {
  const id = method?.id ?? ''
  const { data, error } = useQuery({
    // Not among `price-lists`, which are read anew after a deletion.
    queryKey: ['price-list', id],
    queryFn: ({ signal }) => read(api.GET('/admin/price-lists/{id}', { params: { path: { id } }, signal })),
    enabled: id !== '',
    // Who opens it again sees it as it is now; while it is open, nothing changes under what is typed.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (method === undefined || data !== undefined) return <OpenDialog list={data} own={currency} onClose={onClose} />
  if (error === null) return null
  return (
    <Dialog open onClose={onClose} title={method.name}>
      <Notice error={error} className="mt-4" />
    </Dialog>
  )
}

interface OpenProps {
  list: WholeList | undefined
  own: string
  onClose: () => void
}

function OpenDialog({ list: found, own, onClose }: OpenProps) {
  const [list] = useState(found)
  const [groups, setGroups] = useState(list?.customers?.group_ids ?? [])
  const [kind, setKind] = useState<ListKind>(() => kindOf(list))
  const [currency, setCurrency] = useState(list?.currency ?? own)
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(list))
  /** The rows that were sent, in their order: faults name their places. */
  const [sent, setSent] = useState<readonly number[]>([])
  const [seenAt, setSeenAt] = useState(list?.updated_at)
  async function save(body: Body) {
    // A percent for no products would be for all.
    if (kind !== 'all' && rows.length === 0) throw withoutProducts(kind)
    if (list === undefined) return read(api.POST('/admin/price-lists', { body }))
    const change = changedFields(list, body)
    if (change.currency !== undefined && body.prices) change.prices = body.prices
    if (Object.keys(change).length === 0) return list
    const { id } = list
    const sure = { ...change, ...(seenAt !== undefined && { expected_updated_at: seenAt }) }
    return read(api.PATCH('/admin/price-lists/{id}', { params: { path: { id } }, body: sure })).catch((error) => {
      throw changedMeanwhile(error, setSeenAt)
    })
  }
  return (
    <MethodDialog
      kind="price-lists"
      about={t('It holds for carts and orders from its beginning on. Orders that are placed keep their ' + 'prices.')}
      aboutDeletion={t('Its products have their own prices again at once. Orders keep theirs. It cannot be undone.')}
      method={list}
      fieldNames={[...fieldNames, ...sent.flatMap((_, at) => fieldsAt(kind, at))]}
      read={(form) => {
        setSent(rows.map(({ key }) => key))
        const values = new FormData(form)
        return { ...readForm(values, { groups, kind, currency }), ...readRows(kind, rows, values, currency) }
      }}
      save={save}
      remove={(id) => read(api.DELETE('/admin/price-lists/{id}', { params: { path: { id } } }))}
      onClose={onClose}
      fields={({ faults, readOnly, onChange }) => {
        const changing =
          <Value,>(set: (value: Value) => void) =>
          (value: Value) => {
            set(value)
            onChange()
          }
        return (
          <ListFields
            {...{ list, own, kind, currency, rows, groups, sent, faults, readOnly }}
            onKind={changing(setKind)}
            onCurrency={changing(setCurrency)}
            onRows={changing(setRows)}
            onGroups={changing(setGroups)}
          />
        )
      }}
    />
  )
}

const fieldNames = [
  'name',
  'currency',
  'percent',
  'starts_at',
  'ends_at',
  'priority',
  'customers',
  'prices',
  'product_ids',
]

function withoutProducts(kind: ListKind): ApiError {
  const details = [{ field: kind === 'prices' ? 'prices' : 'product_ids', message: t('Needs at least one product') }]
  return new ApiError(400, { code: 'VALIDATION_ERROR', message: 'the list needs a product', details })
}

/** The second is told, keeps what is typed, and can save it all the same. */
function changedMeanwhile(error: unknown, onSeen: (updatedAt: string) => void): unknown {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return error
  const { updated_at: at } = { ...(error.details as { updated_at?: string } | undefined) }
  if (at === undefined) return error
  onSeen(at)
  const message = t(
    'Somebody else has changed this price list. Save again to replace what they changed, or ' +
      'cancel and open it again',
  )
  return new ApiError(error.status, { code: error.code, message })
}

import { paginate } from '#src/platform/http/answers/pagination.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { presentDraft } from './draft.ts'
import { countDrafts, selectDrafts } from './draft-queries.ts'

/** Sent by whoever says nothing of the order of the list. */
const defaults: Record<string, unknown> = { sort: 'created_at', order: 'desc' }
const ofPages = ['limit', 'cursor', 'page', 'offset', 'status']

/** A page of the drafts of a shop, newest first. @throws AppError VALIDATION_ERROR for other filters */
export async function listDrafts(
  deps: Pick<Dependencies, 'shop' | 'cursors' | 'totals' | 'config'>,
  merchantId: string,
  query: Parameters<typeof paginate>[2],
) {
  const others = Object.entries(query).filter(([name, value]) => !ofPages.includes(name) && defaults[name] !== value)
  if (others.length > 0)
    throw invalid(...others.map(([field]) => ({ field, message: 'must not be sent with status=draft' })))
  const list = paginate(deps, ['/admin/orders', merchantId, 'drafts'], query)
  const db = deps.shop(merchantId)
  const rows = await selectDrafts(db, merchantId, list.request)
  const page = await toPage(
    rows,
    list.request,
    () => countDrafts(db, merchantId),
    (row) => [row.id],
  )
  return list.answer(page, (draft) => presentDraft(draft, deps.config))
}

import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { checkUrl } from '#src/platform/egress/address-guard.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { videoAt } from '#src/platform/rich-text/index.ts'
import type { PictureServices } from './dependencies.ts'
import { insertFetched, selectSettled } from './fetch-queries.ts'
import { queueAnnouncement, queueFetches } from './job-names.ts'
import {
  countMedia,
  isInUse,
  lockMedia,
  type MediaFields,
  type MediaRow,
  markRemoved,
  selectMedia,
  selectMediaPage,
  updateFields,
  useMedia,
} from './queries.ts'
import { discard } from './upload-picture.ts'

export interface FetchInput {
  url: string
  alt?: string | null
}

/** Has a job fetch a picture. @throws AppError VALIDATION_ERROR if the address is not allowed */
export async function requestPicture(
  db: Executor,
  staff: Staff,
  { url, alt }: FetchInput,
  rules: { production: boolean },
): Promise<MediaRow> {
  const address = videoAt(url)?.url ?? url
  const faults = checkUrl(address, rules)
  if (faults.length > 0) throw invalid(...faults)
  return inTransaction(db, async (transaction) => {
    const [row] = await insertFetched(transaction, staff.merchantId, [{ id: newId(), url: address, alt: alt || null }])
    if (row === undefined) throw new Error('one row was inserted')
    await queueFetches(transaction, staff.merchantId)
    await recordAudit(transaction, staff, [
      { action: 'media.created', targetId: row.id, changes: { url: [null, address] } },
    ])
    return row
  })
}

export async function listMedia(db: Executor, merchantId: string, request: PageRequest): Promise<Page<MediaRow>> {
  const rows = await selectMediaPage(db, merchantId, request)
  return toPage(
    rows,
    request,
    () => countMedia(db, merchantId),
    (row) => [row.id],
  )
}

/** @throws AppError NOT_FOUND */
export async function findMedia(db: Executor, merchantId: string, id: string): Promise<MediaRow> {
  const row = await selectMedia(db, merchantId, id)
  if (row === undefined) throw notFound('picture')
  return row
}

/** Changes what is said of a picture; products that show it follow by a job. @throws AppError NOT_FOUND */
export async function changeMedia(
  db: Database,
  staff: Staff,
  id: string,
  given: Partial<MediaFields>,
): Promise<MediaRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const before = await lockMedia(transaction, merchantId, id)
    if (before === undefined) throw notFound('picture')
    const after = { alt: given.alt === undefined ? before.alt : given.alt || null, focus: given.focus ?? before.focus }
    if (given.focus === null) after.focus = null
    const changes = changesOf(audited(before), audited(after))
    if (Object.keys(changes).length === 0) return before
    await updateFields(transaction, merchantId, id, after)
    await queueAnnouncement(transaction, { merchantId, id })
    await recordAudit(transaction, staff, [{ action: 'media.updated', targetId: id, changes }])
    return { ...before, ...after }
  })
}

const audited = ({ alt, focus }: MediaFields) => ({ alt, focus: focus && `${focus.x}, ${focus.y}` })

/** Removes a picture that nothing refers to. @throws AppError NOT_FOUND, CONFLICT */
export async function removeMedia(
  db: Database,
  services: Pick<PictureServices, 'blobs'>,
  staff: Staff,
  id: string,
): Promise<void> {
  const { merchantId } = staff
  await inTransaction(db, async (transaction) => {
    const row = await lockMedia(transaction, merchantId, id)
    if (row === undefined) throw notFound('picture')
    if (await isInUse(transaction, merchantId, id)) throw new AppError('CONFLICT', 'the picture is in use')
    await markRemoved(transaction, merchantId, id)
    await recordAudit(transaction, staff, [{ action: 'media.deleted', targetId: id }])
  })
  // The sweep does it where the store cannot be reached now.
  await discard(db, services, merchantId, id).catch(() => {})
}

/** Ids of pictures at a field of a body, and those that were there before. */
interface NamedPictures {
  field: string
  media: readonly string[]
  before: readonly string[] | undefined
  /** Of a text: those that it shows once they are fetched. */
  waiting?: readonly string[]
}

/**
 * Takes pictures into use, in the transaction that refers to them; those that were there before are already.
 * @throws AppError VALIDATION_ERROR if the shop has no such picture
 */
export async function useAllPictures(
  transaction: Transaction,
  merchantId: string,
  named: readonly NamedPictures[],
): Promise<void> {
  await useAdded(transaction, merchantId, named)
  await announceSettled(
    transaction,
    merchantId,
    named.flatMap(({ waiting = [] }) => waiting),
  )
}

/**
 * A picture may be ready, or have failed, before the text is there that waits for it: the text is to hear of it still.
 * Behind the locks of the pictures.
 */
export async function announceSettled(
  transaction: Transaction,
  merchantId: string,
  waiting: readonly string[],
): Promise<void> {
  if (waiting.length === 0) return
  for (const id of await selectSettled(transaction, merchantId, waiting))
    await queueAnnouncement(transaction, { merchantId, id })
}

async function useAdded(transaction: Transaction, merchantId: string, named: readonly NamedPictures[]): Promise<void> {
  const added = named.flatMap(({ media, before = [] }) => media.filter((id) => !before.includes(id)))
  if (added.length === 0) return
  const owned = await useMedia(transaction, merchantId, [...new Set(added)])
  const faults = named.flatMap(({ field, media, before = [] }) =>
    media.flatMap((id, at) =>
      owned.has(id) || before.includes(id)
        ? []
        : [{ field: `${field}[${at}]`, message: 'is not the id of a picture of this shop' }],
    ),
  )
  if (faults.length > 0) throw invalid(...faults.slice(0, 50))
}

/** The same of one field, `media`. */
export function usePictures(
  transaction: Transaction,
  merchantId: string,
  media: readonly string[],
  before?: readonly string[],
): Promise<void> {
  return useAllPictures(transaction, merchantId, [{ field: 'media', media, before }])
}

/** The same of the logo of a shop. @throws AppError VALIDATION_ERROR */
export async function useLogo(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  const owned = await useMedia(transaction, merchantId, [id])
  if (!owned.has(id)) throw invalid({ field: 'logo', message: 'is not the id of a picture of this shop' })
}

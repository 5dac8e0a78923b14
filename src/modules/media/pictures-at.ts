import type { Transaction } from '#src/platform/db/transaction.ts'
import { checkUrl } from '#src/platform/egress/address-guard.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { videoAt } from '#src/platform/rich-text/index.ts'
import {
  countToFetch,
  fetchAnew,
  insertFetched,
  type RequestedPicture,
  selectBySource,
  selectShown,
} from './fetch-queries.ts'
import { queueFetches } from './job-names.ts'
import { announceSettled } from './manage-media.ts'
import { useMedia } from './queries.ts'
import { fileName } from './store-picture.ts'

/** A picture that a row of a file names by its address. */
export interface NamedPicture {
  url: string
  alt: string | null
  row: number
  sku: string | null
  /** What shows it, where that is no gallery. */
  field?: string
}

export interface FoundPictures {
  /** By address. */
  ids: ReadonlyMap<string, string>
  /** Why an address is not fetched. */
  refused: ReadonlyMap<string, string>
  /** How many are to be fetched; of them, those that texts ask for. */
  asked: number
  askedByTexts: number
  /** Ids of those that could not be fetched before, and are tried anew. */
  anew: ReadonlySet<string>
  /** Ids of those that were there. */
  owned: readonly string[]
  /** Ids of those that texts show once they are fetched. */
  waiting?: readonly string[]
}

/** Pictures of a shop that may wait for being fetched at the same time. */
export const maxWaiting = 100_000
const tooMany = `is not fetched: ${maxWaiting.toLocaleString('en')} pictures wait already; import the file again later`

/**
 * The pictures at these addresses: of an address that was asked for before the same one, for others new ones, which a
 * job fetches. An address of a picture here, as exports have it, is that picture. Those that have failed are tried
 * anew. `useFound` has to follow once what refers to them is written.
 */
export async function picturesAt(
  transaction: Transaction,
  { merchantId, importId }: { merchantId: string; importId: string },
  given: readonly NamedPicture[],
  rules: { production: boolean },
): Promise<FoundPictures> {
  // A video is one, in whatever form its address is given.
  const pictures = given.map((picture) => ({ ...picture, url: oneAddressOf(picture.url) }))
  const first = new Map<string, NamedPicture>()
  for (const picture of pictures) {
    const before = first.get(picture.url) ?? picture
    first.set(picture.url, { ...before, alt: before.alt ?? picture.alt })
  }
  const named = new Map([...first.keys()].flatMap((url) => mediaIdOf(url)))
  const shown = await selectShown(transaction, merchantId, [...named.values()])
  const ids = new Map([...named].filter(([, id]) => shown.has(id)))
  const refused = new Map<string, string>()
  for (const url of first.keys()) {
    const fault = ids.has(url) ? undefined : faultOf(url, rules)
    if (fault !== undefined) refused.set(url, fault)
  }
  const others = [...first.values()].filter(({ url }) => !ids.has(url) && !refused.has(url))
  const sourced = others.length === 0 ? new Map() : await selectBySource(transaction, merchantId, urlsOf(others))
  const owned = [...ids.values()]
  const anew: RequestedPicture[] = []
  const triedAnew: string[] = []
  let added: RequestedPicture[] = []
  for (const picture of others) {
    const before = sourced.get(picture.url)
    if (before === undefined) added.push({ ...picture, id: newId() })
    else if (before.hasFailed) anew.push({ ...picture, id: before.id })
    else if (before.isTriedAnew) triedAnew.push(before.id)
    if (before !== undefined) ids.set(picture.url, before.id)
    if (before !== undefined) owned.push(before.id)
  }
  if (added.length > 0) {
    const room = Math.max(0, maxWaiting - (await countToFetch(transaction, merchantId)))
    for (const { url } of added.slice(room)) refused.set(url, tooMany)
    added = added.slice(0, room)
    await insertFetched(transaction, merchantId, added, importId)
    for (const { url, id } of added) ids.set(url, id)
  }
  if (anew.length > 0) await fetchAnew(transaction, merchantId, anew, importId)
  for (const { url } of given) {
    const [id, fault] = [ids.get(oneAddressOf(url)), refused.get(oneAddressOf(url))]
    if (id !== undefined) ids.set(url, id)
    if (fault !== undefined) refused.set(url, fault)
  }
  const asked = [...added, ...anew]
  return {
    ids,
    refused,
    asked: asked.length,
    askedByTexts: asked.filter(({ field }) => field !== undefined).length,
    anew: new Set([...anew.map(({ id }) => id), ...triedAnew]),
    owned: [...new Set(owned)],
  }
}

/**
 * Takes the pictures into use that were there, behind the locks of what refers to them, and has the others fetched;
 * false if one of them is being removed.
 */
export async function useFound(
  transaction: Transaction,
  merchantId: string,
  { owned, asked, waiting = [] }: FoundPictures,
): Promise<boolean> {
  const used = owned.length === 0 ? owned.length : (await useMedia(transaction, merchantId, owned)).size
  if (asked > 0) await queueFetches(transaction, merchantId)
  await announceSettled(transaction, merchantId, waiting)
  return used === owned.length
}

function faultOf(url: string, rules: { production: boolean }): string | undefined {
  if (!/^https?:\/\//i.test(url)) return 'is no http or https address'
  return checkUrl(url, rules)[0]?.message
}

const oneAddressOf = (url: string) => videoAt(url)?.url ?? url

const urlsOf = (pictures: readonly NamedPicture[]) => pictures.map(({ url }) => url)

/** The id in the address of a file of the store, or of a picture without files, whatever the host, which may change. */
function mediaIdOf(url: string): [url: string, id: string][] {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  if (!fileName.test(name) && !/^[0-9a-f]{32}$/.test(name)) return []
  return [[url, name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')]]
}

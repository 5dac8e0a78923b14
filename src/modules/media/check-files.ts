import type { BlobStore } from '#src/platform/blobs/index.ts'

interface ReadyPicture {
  merchant_id: string
  picture_id: string
  names: string[]
}

/** Pictures that are ready, in the order of their ids, behind one of them. */
type ReadPage = (after: string | undefined) => Promise<ReadyPicture[]>

/** The statement of a page: a snapshot takes text. */
export const readyPictures = (after: string | undefined): string => `
  select merchant_id, id as picture_id,
         (select json_agg(name) from (
            select unnest(array[size ->> 'webp', size ->> 'jpeg', size ->> 'avif'])
              from jsonb_array_elements(sizes) size
            union all select video ->> 'file') files (name)
           where name is not null) as names
    from media where state = 'ready' ${after === undefined ? '' : `and id > '${after}'`} order by id limit 1000`

/** Pictures that lack files in the store, and how many pictures there are. */
export async function findMissingFiles(
  store: BlobStore,
  read: ReadPage,
): Promise<{ pictures: number; missing: Record<string, unknown>[] }> {
  const referenced = new Set<string>()
  for await (const { name } of store.names()) referenced.add(name)
  const missing: Record<string, unknown>[] = []
  let pictures = 0
  let after: string | undefined
  do {
    const page = await read(after)
    for (const { merchant_id, picture_id, names } of page) {
      const lacking = names.filter((name) => !referenced.has(name))
      if (lacking.length > 0) missing.push({ merchant_id, picture_id, files: lacking.length })
    }
    pictures += page.length
    after = page.at(-1)?.picture_id
  } while (after !== undefined)
  return { pictures, missing }
}

import { mediaUrl } from '#src/platform/blobs/addresses.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { ownerOf } from './store-picture.ts'

interface ReadFields {
  media?: string[]
  image_url?: string | null
}

interface PictureFields {
  media?: string[] | null | undefined
  image_url?: string | null | undefined
}

/** What is wrong with the two fields of a body together: `image_url` may be set where there are no pictures. */
export function pictureFaults({ media, image_url }: PictureFields, before: readonly string[] = []): FieldFault[] {
  const ids = media === undefined ? undefined : idsOf(media)
  const faults = (ids ?? []).flatMap((id, at) =>
    ids?.indexOf(id) === at ? [] : [{ field: `media[${at}]`, message: 'is listed twice' }],
  )
  if (image_url == null || (ids ?? before).length === 0 || isOneOf(image_url, [...(ids ?? []), ...before]))
    return faults
  const message = 'may be set only without media: with media it is the address of the first picture'
  return [...faults, { field: 'image_url', message }]
}

/**
 * Reads the two fields of a body. The address of one of the pictures, as answers have it, is no change;
 * also not that of one of its group's, which a variant shows.
 * @throws AppError VALIDATION_ERROR
 */
export function readPictureFields(
  given: PictureFields,
  before: readonly string[] = [],
  shown: readonly { id: string }[] | null = [],
): ReadFields {
  const faults = pictureFaults(given, before)
  if (faults.length > 0) throw invalid(...faults)
  const fields = given.media === undefined ? {} : { media: idsOf(given.media) }
  const { image_url } = given
  if (image_url === undefined) return fields
  const ids = (shown ?? []).map(({ id }) => id)
  if (image_url !== null && isOneOf(image_url, ids)) return fields
  const isSet = image_url === null || (fields.media ?? before).length === 0
  return isSet ? { ...fields, image_url } : fields
}

const idsOf = (media: readonly string[] | null) => (media ?? []).map((id) => id.toLowerCase())

function isOneOf(url: string, ids: readonly string[]): boolean {
  return ids.some((id) => url.startsWith(mediaUrl(`${ownerOf(id)}-`)))
}

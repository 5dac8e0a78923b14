import type { Schemas } from '@commerce-platform/client'

/** Without those that a variant shows of its group. */
export const ownPictures = (product: Pick<Schemas['Product'], 'media'> | undefined) =>
  (product?.media ?? []).filter((picture) => !picture.of_group)

import type { Databases } from '#src/platform/db/databases.ts'
import { inOwnTexts } from '#src/platform/lib/texts/spoken.ts'
import type { MerchantDirectory } from '../directory.ts'
import { selectOwnTexts } from './queries.ts'

export interface TextServices extends Pick<Databases, 'shop'> {
  merchants: Pick<MerchantDirectory, 'hasTexts'>
}

/**
 * Draws a mail, a paper or a page of a shop in the texts that it has changed. A shop that has changed none costs no
 * statement; the others cost one.
 */
export async function inTextsOf<Drawn>(
  { merchants, shop }: TextServices,
  merchantId: string,
  draw: () => Drawn | Promise<Drawn>,
): Promise<Drawn> {
  if (!merchants.hasTexts(merchantId)) return draw()
  return inOwnTexts(await selectOwnTexts(shop(merchantId), merchantId), draw)
}

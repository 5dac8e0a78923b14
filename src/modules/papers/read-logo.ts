import { readJpeg } from '#src/modules/media/index.ts'
import { selectMerchantSettings } from '#src/modules/merchants/index.ts'
import type { Dependencies } from './dependencies.ts'

/** Pixels of a logo on paper: 60 mm at 250 dots an inch. */
const minWidth = 600

/** The shop's logo as a JPEG; null without one. A paper is made without it rather than not at all. */
export async function readLogo(
  { shop, blobs, logger }: Pick<Dependencies, 'shop' | 'blobs' | 'logger'>,
  merchantId: string,
): Promise<Uint8Array | null> {
  const found = await selectMerchantSettings(shop(merchantId), merchantId)
  const [logo] = found?.pictures ?? []
  if (logo === undefined) return null
  try {
    return (await readJpeg(blobs, logo, minWidth)) ?? null
  } catch (error) {
    logger.warn({ err: error, merchant: merchantId }, 'a logo could not be read; the paper is made without it')
    return null
  }
}

import type { Schemas } from '@commerce-platform/client'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Field, Select } from '#console/ui/field.tsx'

interface PictureLookFieldsProps {
  shop: Schemas['MerchantSettings']
  faults: Faults
  isRead: boolean
}

/** How the storefront shows pictures of products. */
export function PictureLookFields({ shop, faults, isRead }: PictureLookFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('Shape of pictures')} hint={t('Of products.')} error={faults.of('image_ratio')}>
        <Select name="image_ratio" defaultValue={shop.image_ratio} disabled={isRead}>
          <option value="square">{t('Square')}</option>
          <option value="portrait">{t('Portrait (4:5)')}</option>
          <option value="landscape">{t('Landscape (4:3)')}</option>
          <option value="natural">{t('Each in its own shape')}</option>
        </Select>
      </Field>
      <Field label={t('Pictures of another shape')} error={faults.of('image_fit')}>
        <Select name="image_fit" defaultValue={shop.image_fit} disabled={isRead}>
          <option value="filled">{t('Fill the frame, cropped')}</option>
          <option value="whole">{t('Show the whole picture')}</option>
        </Select>
      </Field>
    </div>
  )
}

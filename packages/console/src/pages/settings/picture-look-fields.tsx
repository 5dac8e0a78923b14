import type { Schemas } from '@commerce-platform/client'
import type { Faults } from '#console/lib/faults.ts'
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
      <Field label="Shape of pictures" hint="Of products." error={faults.of('image_ratio')}>
        <Select name="image_ratio" defaultValue={shop.image_ratio} disabled={isRead}>
          <option value="square">Square</option>
          <option value="portrait">Portrait (4:5)</option>
          <option value="landscape">Landscape (4:3)</option>
          <option value="natural">Each in its own shape</option>
        </Select>
      </Field>
      <Field label="Pictures of another shape" error={faults.of('image_fit')}>
        <Select name="image_fit" defaultValue={shop.image_fit} disabled={isRead}>
          <option value="filled">Fill the frame, cropped</option>
          <option value="whole">Show the whole picture</option>
        </Select>
      </Field>
    </div>
  )
}

import type { Schemas } from '@commerce-platform/client'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Input } from '#console/ui/field.tsx'

type Product = Schemas['Product']
type GiftCardBody = Required<Pick<Schemas['CreateProduct'], 'gift_card' | 'voucher' | 'voucher_country'>>

export const giftCardNames = ['gift_card', 'voucher', 'voucher_country']

/** With a country it is a single-purpose voucher. */
export function readGiftCard(fields: FormData, text: (name: string) => string): GiftCardBody {
  const country = text('voucher_country').toUpperCase() || null
  return {
    gift_card: fields.has('gift_card'),
    voucher: country === null ? 'multi' : 'single',
    voucher_country: country,
  }
}

interface GiftCardFieldsProps {
  product: Product | undefined
  faults: Faults
  isRead: boolean
}

/** Whether a product issues gift cards, and where those are taxed. */
export function GiftCardFields({ product, faults, isRead }: GiftCardFieldsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
      <legend className="sr-only">{t('Gift card')}</legend>
      <Checkbox
        name="gift_card"
        defaultChecked={product?.gift_card ?? false}
        disabled={isRead}
        className="sm:col-span-2"
      >
        {t('Gift card: worth its price, and e-mailed once it is paid')}
      </Checkbox>
      {faults.of('gift_card') && <p className="text-xs text-bad sm:col-span-2">{faults.of('gift_card')}</p>}
      <Field
        label={t('Single-purpose voucher: country whose tax applies at sale')}
        hint={t('Two letters, such as DE. Leave empty to tax what the card buys.')}
        error={faults.of('voucher_country') ?? faults.of('voucher')}
      >
        <Input
          name="voucher_country"
          maxLength={2}
          defaultValue={product?.voucher_country ?? ''}
          readOnly={isRead}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </Field>
    </fieldset>
  )
}

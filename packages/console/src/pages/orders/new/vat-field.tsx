import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import { Field, Input } from '#console/ui/field.tsx'
import { checkText } from '../vat-check.ts'
import type { FieldsProps } from './terms-fields.tsx'

interface VatFieldProps extends Pick<FieldsProps, 'draft' | 'faults' | 'isRead' | 'change'> {
  hasShopNumber: boolean
  /** As the quote has it. */
  vat: Schemas['Quote']['buyer_vat'] | undefined
}

/** Of a buyer that is a business: whether tax is charged is said at once. */
export function VatField({ draft, faults, isRead, change, hasShopNumber, vat }: VatFieldProps) {
  return (
    <Field
      label={t('VAT number')}
      hint={
        <span role="status">
          {vat == null
            ? t('Of a buyer that is a business. Optional.')
            : `${checkText(vat)} ${outcomeOf(vat, hasShopNumber)}`}
        </span>
      }
      error={faults.of('vat_number')}
    >
      <Input
        maxLength={30}
        value={draft.vatNumber}
        readOnly={isRead}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => change({ vatNumber: target.value })}
      />
    </Field>
  )
}

function outcomeOf({ reverse_charge }: NonNullable<VatFieldProps['vat']>, hasShopNumber: boolean): string {
  if (reverse_charge) return t('Reverse charge: the buyer owes the tax.')
  if (!hasShopNumber) return t('Tax is charged, because your shop has no VAT number yet (Settings, Shop).')
  return t('Tax is charged: it is no sale to a business in another country of the EU.')
}

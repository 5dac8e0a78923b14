import type { Schemas } from '@commerce-platform/client'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { readAmount } from '#console/lib/amounts.ts'
import { type Faults, faultsOf } from '#console/lib/faults.ts'
import { words } from '#console/lib/format.ts'
import { useSavedDraft } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { AmountsInCurrencies, readAmountsIn } from '#console/ui/amounts-in-currencies.tsx'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { DraftOffer } from '#console/ui/draft-offer.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Pictures, readPictures, reasonOf } from '#console/ui/pictures/pictures.tsx'
import { RichText } from '#console/ui/rich-text/rich-text.tsx'
import { Notice } from '#console/ui/states.tsx'
import { GiftCardFields, giftCardNames, readGiftCard } from './gift-card-fields.tsx'
import { OfGroup, sharedOf } from './of-group.tsx'
import { ownPictures } from './own-pictures.ts'
import { detailNames, ProductDetails, readDetails } from './product-details.tsx'
import { productStatuses } from './search.ts'

export type ProductFields = Required<
  Omit<Schemas['CreateProduct'], 'on_hand' | 'group_id' | 'options' | 'position' | 'name' | 'description'>
> & { name: string }

interface ProductFormProps {
  /** What its draft is kept by. */
  draft: string
  /** What is there already; empty for a new one. */
  product?: Schemas['Product']
  currency: string
  /** Shown beside the price: stock of a new product. */
  more?: ReactNode
  moreFields?: readonly string[]
  error: unknown
  busy: boolean
  refusal: string | undefined
  action: string
  /** Something was typed and is not saved. */
  changed: boolean
  /** Something was typed that no save has taken. */
  unsent: boolean
  onChange: (changed: true) => void
  onSubmit: (fields: ProductFields, form: FormData) => void
}

const names = [
  ...`
  sku name description_html category price status image_url media requires_shipping weight_grams tax_class withdrawal
  compare_at_price unit_cost prices
`
    .trim()
    .split(/\s+/),
  ...giftCardNames,
  ...detailNames,
]

/** The fields of a product. What the service refuses is said at its field. */
export function ProductForm(props: ProductFormProps) {
  const { product, currency, more, moreFields = [], error, busy, refusal, action } = props
  const { changed, unsent, onChange, onSubmit } = props
  const faults = faultsOf(error, [...names, ...moreFields])
  const form = useRef<HTMLFormElement>(null)
  const draft = useSavedDraft(form, props.draft)
  useFirstFault(form, error)
  const own = ownPictures(product)
  const [pictures, setPictures] = useState<readonly unknown[]>(own)
  const [isSending, setSending] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy || isSending) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const media = readPictures(text('media'), own)
    onSubmit(
      {
        sku: text('sku'),
        name: text('name'),
        price: readAmount(text('price'), currency)?.amount ?? 0,
        description_html: text('description_html') || null,
        category: text('category') || null,
        status: text('status') as ProductFields['status'],
        media,
        image_url: media.length > 0 ? (product?.image_url ?? null) : text('image_url') || null,
        requires_shipping: fields.has('requires_shipping'),
        weight_grams: text('weight_grams') === '' ? null : Number(text('weight_grams')),
        tax_class: text('tax_class'),
        withdrawal: text('withdrawal') as Schemas['Product']['withdrawal'],
        ...readGiftCard(fields, text),
        compare_at_price: readAmount(text('compare_at_price'), currency)?.amount ?? null,
        unit_cost: readAmount(text('unit_cost'), currency)?.amount ?? null,
        prices: readPrices(fields),
        ...readDetails(text, product),
        // A variant has no inputs for what it reads of its group.
        ...(product?.group_id != null && sharedOf(product)),
      },
      fields,
    )
  }
  // Its own page follows when a new product is made: what is typed meanwhile would be lost.
  const isVariant = product?.group_id != null
  const isRead = refusal !== undefined || (busy && product === undefined)
  return (
    <form
      ref={form}
      onSubmit={submit}
      onInput={() => {
        draft.keep()
        onChange(true)
      }}
      className="grid max-w-2xl gap-4"
      aria-label={t('Product')}
    >
      <LeaveGuard when={unsent} isSaved />
      <DraftOffer draft={isRead ? undefined : draft.offered} onRestore={draft.restore} onForget={draft.forget} />
      {isVariant ? (
        <OfGroup product={product} />
      ) : (
        <Field label={t('Name')} error={faults.of('name')}>
          <Input
            name="name"
            required
            maxLength={200}
            defaultValue={product?.name}
            readOnly={isRead}
            autoComplete="off"
          />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('SKU')} hint={t('Your stock number. Must be unique.')} error={faults.of('sku')}>
          <Input name="sku" required maxLength={100} defaultValue={product?.sku} readOnly={isRead} autoComplete="off" />
        </Field>
        {!isVariant && (
          <Field label={t('Category')} error={faults.of('category')}>
            <Input name="category" maxLength={100} defaultValue={product?.category ?? ''} readOnly={isRead} />
          </Field>
        )}
        {!isVariant && (
          <Field label={t('Brand')} error={faults.of('brand')}>
            <Input name="brand" maxLength={100} defaultValue={product?.brand ?? ''} readOnly={isRead} />
          </Field>
        )}
        <Field label={t('Price in {currency}', { currency })} error={faults.of('price')}>
          <AmountInput name="price" required currency={currency} defaultValue={product?.price} readOnly={isRead} />
        </Field>
        <Field
          label={t('Price before the sale ({currency})', { currency })}
          hint={t('Shown crossed out.')}
          error={faults.of('compare_at_price')}
        >
          <AmountInput
            name="compare_at_price"
            currency={currency}
            defaultValue={product?.compare_at_price ?? ''}
            readOnly={isRead}
          />
        </Field>
        <Field
          label={t('Unit cost ({currency})', { currency })}
          hint={t('What you pay for one. Only staff sees it.')}
          error={faults.of('unit_cost')}
        >
          <AmountInput name="unit_cost" currency={currency} defaultValue={product?.unit_cost ?? ''} readOnly={isRead} />
        </Field>
        <AmountsInCurrencies
          own={currency}
          stored={(product?.prices ?? []).map(({ currency, amount, compare_at_amount }) => ({
            currency,
            amounts: { price: amount, compare_at_price: compare_at_amount },
          }))}
          fields={priceFields}
          error={faults.of('prices')}
          isRead={isRead}
        />
        <Field label={t('Status')} hint={t('Customers see active products.')} error={faults.of('status')}>
          <SelectStatus value={product?.status ?? 'active'} disabled={isRead} />
        </Field>
        {more}
      </div>
      {!isVariant && (
        <RichText html={product?.description_html ?? ''} readOnly={isRead} error={faults.of('description_html')} />
      )}
      <Pictures
        pictures={own}
        readOnly={isRead}
        error={faults.of('media')}
        hint={isVariant ? t('The pictures of all variants come after them.') : undefined}
        onBusy={setSending}
        onPictures={setPictures}
      />
      {pictures.length === 0 && (
        <Field label={t('Image address')} hint={t('Used instead of pictures.')} error={faults.of('image_url')}>
          <Input
            name="image_url"
            type="url"
            defaultValue={product?.media.length ? '' : (product?.image_url ?? '')}
            readOnly={isRead}
            placeholder="https://"
          />
        </Field>
      )}
      <ShippingAndTax product={product} faults={faults} isRead={isRead} />
      <GiftCardFields product={product} faults={faults} isRead={isRead} />
      <ProductDetails product={product} faults={faults} isRead={isRead} />
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button type="submit" look="primary" busy={busy} refusal={refusal ?? reasonOf(changed, isSending)}>
          {action}
        </Button>
      </Actions>
    </form>
  )
}

/** Directive 2011/83/EU, article 16. */
const withdrawalTexts: Record<Schemas['Product']['withdrawal'], string> = {
  allowed: t('Allowed'),
  made_to_order: t('No: made to order'),
  perishable: t('No: perishable'),
  sealed_hygiene: t('No: sealed for hygiene'),
  sealed_media: t('No: sealed recording or software'),
  digital_started: t('No: digital, once it has begun'),
}

interface ShippingAndTaxProps {
  product: Schemas['Product'] | undefined
  faults: Faults
  isRead: boolean
}

/** What decides the costs of an order besides its prices. */
function ShippingAndTax({ product, faults, isRead }: ShippingAndTaxProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
      <legend className="sr-only">{t('Shipping and tax')}</legend>
      <Field label={t('Weight in grams')} hint={t('Including packaging. Optional.')} error={faults.of('weight_grams')}>
        <Input
          name="weight_grams"
          type="number"
          min={0}
          step={1}
          defaultValue={product?.weight_grams ?? ''}
          readOnly={isRead}
          className="tabular-nums"
        />
      </Field>
      <Field label={t('Tax class')} hint={t('Decides which of your tax rates apply.')} error={faults.of('tax_class')}>
        <Input
          name="tax_class"
          required
          maxLength={50}
          defaultValue={product?.tax_class ?? 'standard'}
          readOnly={isRead}
          autoComplete="off"
          autoCapitalize="none"
        />
      </Field>
      <Field
        label={t('Withdrawal')}
        hint={t('Whether EU consumers may withdraw from the purchase.')}
        error={faults.of('withdrawal')}
      >
        <Select name="withdrawal" defaultValue={product?.withdrawal ?? 'allowed'} disabled={isRead}>
          {Object.entries(withdrawalTexts).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        name="requires_shipping"
        defaultChecked={product?.requires_shipping ?? true}
        disabled={isRead}
        className="sm:col-span-2"
      >
        {t('Needs shipping (untick for vouchers)')}
      </Checkbox>
      {faults.of('requires_shipping') && (
        <p className="text-xs text-bad sm:col-span-2">{faults.of('requires_shipping')}</p>
      )}
    </fieldset>
  )
}

function SelectStatus({ value, ...rest }: { value: string; disabled: boolean }) {
  return (
    <Select name="status" defaultValue={value} {...rest}>
      {productStatuses.map((status) => (
        <option key={status} value={status}>
          {words(status)}
        </option>
      ))}
    </Select>
  )
}

const priceFields = [
  {
    name: 'price',
    label: (currency: string) => t('Price in {currency}', { currency }),
    hint: t('Leave empty not to sell it in this currency.'),
  },
  { name: 'compare_at_price', label: (currency: string) => t('Price before the sale ({currency})', { currency }) },
]

/** Null: in no other currency. */
function readPrices(fields: FormData): ProductFields['prices'] {
  const typed = readAmountsIn(fields, ['price', 'compare_at_price'])
  const prices = typed.flatMap(({ currency, price, compare_at_price: compare_at_amount }) =>
    price === null ? [] : [{ currency, amount: price, compare_at_amount }],
  )
  return prices.length === 0 ? null : prices
}

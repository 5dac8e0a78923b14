import type { Schemas } from '@commerce-platform/client'
import type { Faults } from '#console/lib/faults.ts'
import { inSentence } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { linesText, listText, readLines, readList } from '#console/lib/typed-lists.ts'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'

type Product = Schemas['Product']
type Details = Required<
  Pick<Schemas['CreateProduct'], 'brand' | 'gtin' | 'tags' | 'seo' | 'metadata' | 'unit_pricing' | 'slug'>
>

/** The names of their inputs. */
export const detailNames = [
  'brand',
  'gtin',
  'tags',
  'slug',
  'seo.title',
  'seo.description',
  'metadata',
  'unit_pricing',
  ...['measure.value', 'measure.unit', 'base.value', 'base.unit'].map((part) => `unit_pricing.${part}`),
]

/** What was typed into them. */
export function readDetails(text: (name: string) => string, product: Product | undefined): Details {
  const quantity = (name: string) => {
    const unit = text(`unit_pricing.${name}.unit`)
    return { value: Number(text(`unit_pricing.${name}.value`)), unit: unit as 'l' }
  }
  return {
    brand: text('brand') || null,
    gtin: text('gtin').replaceAll(/[\s-]/g, '') || null,
    tags: [...readList(text('tags'), product?.tags ?? [])],
    slug: text('slug') || null,
    seo: { title: text('seo.title') || null, description: text('seo.description') || null },
    metadata: readLines(text('metadata'), product?.metadata ?? {}),
    unit_pricing:
      text('unit_pricing.measure.value') === '' ? null : { measure: quantity('measure'), base: quantity('base') },
  }
}

interface ProductDetailsProps {
  product: Product | undefined
  faults: Faults
  isRead: boolean
}

/** What finds a product, at search engines and at marketplaces, and what is noted of it. */
export function ProductDetails({ product, faults, isRead }: ProductDetailsProps) {
  const input = { readOnly: isRead, autoComplete: 'off' } as const
  const isVariant = product?.group_id != null
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
      <legend className="sr-only">{t('Details')}</legend>
      {!isVariant && (
        <Field label={t('Tags')} hint={t('Separate them with commas.')} error={faults.of('tags')}>
          <Input name="tags" defaultValue={listText(product?.tags ?? [])} {...input} />
        </Field>
      )}
      <Field label={t('Barcode (GTIN)')} hint={t('8, 12, 13 or 14 digits.')} error={faults.of('gtin')}>
        <Input name="gtin" inputMode="numeric" maxLength={20} defaultValue={product?.gtin ?? ''} {...input} />
      </Field>
      {!isVariant && (
        <>
          <Field
            label={t('Web address')}
            hint={product ? t('Old addresses redirect here.') : t('Leave empty to make it from the name.')}
            error={faults.of('slug')}
          >
            <Input name="slug" maxLength={255} defaultValue={product?.slug} autoCapitalize="none" {...input} />
          </Field>
          <Field
            label={t('Page title')}
            hint={t('Shown by search engines. Leave empty to use the product name.')}
            error={faults.of('seo.title')}
          >
            <Input name="seo.title" maxLength={200} defaultValue={product?.seo.title ?? ''} {...input} />
          </Field>
          <Field label={t('Page description')} error={faults.of('seo.description')} className="sm:col-span-2">
            <TextArea
              name="seo.description"
              rows={2}
              maxLength={500}
              defaultValue={product?.seo.description ?? ''}
              {...input}
            />
          </Field>
        </>
      )}
      <UnitPricing pricing={product?.unit_pricing ?? null} faults={faults} isRead={isRead} />
      <Field
        label={t('Custom fields')}
        hint={t('One per line, such as public_care: Wash cold. Customers see names that begin with public_.')}
        error={faults.of('metadata')}
        className="sm:col-span-2"
      >
        <TextArea name="metadata" rows={3} defaultValue={linesText(product?.metadata ?? {})} {...input} />
      </Field>
    </fieldset>
  )
}

const units = ['g', 'kg', 'mg', 'oz', 'lb', 'ml', 'cl', 'l', 'm3', 'm', 'cm', 'mm', 'm2', 'cm2', 'ct']

interface UnitPricingProps {
  pricing: Product['unit_pricing']
  faults: Faults
  isRead: boolean
}

/** What is in a package, and the quantity whose price is shown beside. */
function UnitPricing({ pricing, faults, isRead }: UnitPricingProps) {
  const quantities = [
    { part: 'measure', label: t('Content'), hint: t('For a price per unit. Optional.'), of: pricing?.measure },
    { part: 'base', label: t('Price per'), hint: undefined, of: pricing?.base ?? { value: 1, unit: 'l' } },
  ]
  return quantities.map(({ part, label, hint, of }) => {
    const name = `unit_pricing.${part}`
    const fault = faults.of(`${name}.value`) ?? (part === 'base' ? faults.of('unit_pricing') : undefined)
    return (
      <div key={part} className="grid grid-cols-[1fr_6rem] gap-2">
        <Field label={label} hint={hint} error={fault}>
          <Input
            name={`${name}.value`}
            type="number"
            min={0}
            step="any"
            defaultValue={of?.value ?? ''}
            readOnly={isRead}
            className="tabular-nums"
          />
        </Field>
        <Field label={t('Unit of {label}', { label: inSentence(label) })} error={faults.of(`${name}.unit`)}>
          <Select name={`${name}.unit`} defaultValue={of?.unit ?? 'l'} disabled={isRead}>
            {units.map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </Select>
        </Field>
      </div>
    )
  })
}

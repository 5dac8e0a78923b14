import type { Schemas } from '@commerce-platform/client'
import type { Faults } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { CurrencyChoice } from '#console/ui/currency-choice.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { Group } from '#console/ui/groups.tsx'
import { Pictures } from '#console/ui/pictures/pictures.tsx'
import { MailFields } from './mail-fields.tsx'
import { NumberFields } from './number-fields.tsx'
import { PictureLookFields } from './picture-look-fields.tsx'
import { ReturnsFields } from './returns-fields.tsx'
import { Tick } from './tick.tsx'

interface ShopFieldsProps {
  shop: Schemas['MerchantSettings']
  faults: Faults
  isRead: boolean
  /** Why the role does not decide who of the staff gets in. */
  staffRefusal: string | undefined
  /** Why the role does not make pictures. */
  picturesRefusal: string | undefined
  onSending: (sending: boolean) => void
}

export function ShopFields({ shop, faults, isRead, staffRefusal, picturesRefusal, onSending }: ShopFieldsProps) {
  const { order_limits: limits, mail } = shop
  return (
    <>
      <Group title={t('General')} about={t('What customers see.')}>
        <Field label={t('Name')} error={faults.of('name')}>
          <Input name="name" required maxLength={200} defaultValue={shop.name} readOnly={isRead} autoComplete="off" />
        </Field>
        <Field
          label={t('E-mail')}
          hint={t('Where replies to the shop’s e-mails go.')}
          error={faults.of('support_email')}
        >
          <Input
            name="support_email"
            inputMode="email"
            maxLength={254}
            defaultValue={shop.support_email ?? ''}
            readOnly={isRead}
            placeholder="help@example.com"
            autoComplete="off"
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('Currency')}
            hint={t('Cannot be changed after the first order.')}
            error={faults.of('currency')}
          >
            <CurrencyChoice name="currency" value={shop.currency} disabled={isRead} />
          </Field>
          <Field
            label={t('Time zone')}
            hint={t('Used for figures, filters, order numbers, and times in e-mails.')}
            error={faults.of('timezone')}
          >
            <Choice name="timezone" value={shop.timezone} values={timezones} textOf={spaced} disabled={isRead} />
          </Field>
        </div>
      </Group>
      <Group title={t('Storefront')} about={t('Used by the shop’s own pages.')}>
        <Pictures
          name="logo"
          label={t('Logo')}
          max={1}
          pictures={shop.logo ? [shop.logo] : []}
          readOnly={isRead || picturesRefusal !== undefined}
          error={faults.of('logo')}
          onBusy={onSending}
        />
        {!isRead && picturesRefusal && <p className="-mt-3 text-xs text-ink-3">{picturesRefusal}</p>}
        <Field label={t('Web address')} hint={t('Links in feeds start with it.')} error={faults.of('storefront_url')}>
          <Input
            name="storefront_url"
            inputMode="url"
            maxLength={500}
            defaultValue={shop.storefront_url ?? ''}
            readOnly={isRead}
            placeholder="https://shop.example.com"
            autoComplete="off"
          />
        </Field>
        <PictureLookFields shop={shop} faults={faults} isRead={isRead} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('Slug')}
            hint={t('Your shop’s name in web addresses, such as blue-mugs. Must be unique.')}
            error={faults.of('slug')}
          >
            <Input name="slug" required maxLength={255} defaultValue={shop.slug} readOnly={isRead} autoComplete="off" />
          </Field>
          <Field
            label={t('Language')}
            hint={t('For e-mails and invoices: English or German, such as en-GB or de-CH.')}
            error={faults.of('locale')}
          >
            <Input
              name="locale"
              required
              maxLength={35}
              defaultValue={shop.locale}
              readOnly={isRead}
              autoComplete="off"
            />
          </Field>
        </div>
      </Group>
      <Group title={t('Orders')} about={t('Applies to new orders.')}>
        <div className="-mt-1.5">
          <Tick
            name="prices_include_tax"
            label={t('Prices include tax')}
            hint={t('Otherwise tax is added at checkout.')}
            on={shop.prices_include_tax}
            disabled={isRead}
          />
          <Tick
            name="shipping_required"
            label={t('Orders need an address and a shipping method')}
            hint={t('Only if something needs shipping.')}
            on={shop.shipping_required}
            disabled={isRead}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('Tax on shipping')}
            hint={t('Like the goods: split by their net prices.')}
            error={faults.of('shipping_tax')}
          >
            <Select name="shipping_tax" defaultValue={shop.shipping_tax} disabled={isRead}>
              <option value="goods">{t('Like the goods in the order')}</option>
              <option value="class">{t('At the rates of the class “shipping”')}</option>
            </Select>
          </Field>
          <Field
            label={t('VAT number')}
            hint={t('EU businesses that enter their VAT number are not charged VAT (reverse charge).')}
            error={faults.of('vat_number')}
          >
            <Input
              name="vat_number"
              maxLength={30}
              defaultValue={shop.vat_number ?? ''}
              readOnly={isRead}
              placeholder="FR40303265045"
              autoComplete="off"
            />
          </Field>
          <Limit
            name="max_open_orders_per_user"
            label={t('Unpaid orders per customer')}
            hint={t('Neither paid nor cancelled. At most 10,000.')}
            value={limits.max_open_orders_per_user}
            faults={faults}
            isRead={isRead}
          />
          <Limit
            name="max_quantity_per_line"
            label={t('Units of one product per order')}
            hint={t('At most 1,000,000.')}
            value={limits.max_quantity_per_line}
            faults={faults}
            isRead={isRead}
          />
          <Limit
            name="guest.max_open_orders"
            label={t('Unpaid orders per guest')}
            hint={t('At most 10,000.')}
            value={limits.guest.max_open_orders}
            faults={faults}
            isRead={isRead}
          />
          <Limit
            name="guest.max_quantity_per_line"
            label={t('Units of one product per guest order')}
            hint={t('At most 1,000,000.')}
            value={limits.guest.max_quantity_per_line}
            faults={faults}
            isRead={isRead}
          />
          <Limit
            name="max_unpaid_units_per_address"
            label={t('Unpaid items per network')}
            hint={t('Protects against abuse. Counts guests and accounts younger than a day.')}
            value={limits.max_unpaid_units_per_address}
            faults={faults}
            isRead={isRead}
          />
          <Limit
            name="hold_unpaid_seconds"
            label={t('Hold stock for unpaid orders (minutes)')}
            hint={t('1 to 1,440 minutes. Then the items can be sold to others.')}
            value={limits.hold_unpaid_seconds / 60}
            isRead={isRead}
            faults={inMinutes(faults)}
          />
        </div>
      </Group>
      <NumberFields shop={shop} faults={faults} isRead={isRead} />
      <MailFields mail={mail} faults={faults} isRead={isRead} />
      <ReturnsFields shop={shop} faults={faults} isRead={isRead} />
      <Group title={t('Staff')} about={t('How they sign in.')}>
        <div className="-mt-1.5">
          <Tick
            name="require_two_factor"
            label={t('Staff sign in with two factors')}
            hint={staffRefusal ?? t('Without one, staff can only sign in to set it up.')}
            on={shop.require_two_factor}
            disabled={isRead || staffRefusal !== undefined}
          />
        </div>
      </Group>
    </>
  )
}

interface LimitProps {
  name: string
  label: string
  hint: string
  value: number
  faults: Faults
  isRead: boolean
}

/** The service counts seconds. */
function inMinutes(faults: Faults): Faults {
  return { ...faults, of: (field) => faults.of(field) && t('Must be from 1 to 1,440 minutes.') }
}

function Limit({ name, label, hint, value, faults, isRead }: LimitProps) {
  return (
    <Field label={label} hint={hint} error={faults.of(`order_limits.${name}`)}>
      <Input
        name={`order_limits.${name}`}
        inputMode="numeric"
        required
        defaultValue={value}
        readOnly={isRead}
        autoComplete="off"
        className="tabular-nums"
      />
    </Field>
  )
}

interface ChoiceProps {
  name: string
  value: string
  values: readonly string[]
  textOf: (value: string) => string
  disabled: boolean
}

/** Of the values that the browser knows, and the one that is set. */
function Choice({ value, values, textOf, ...rest }: ChoiceProps) {
  return (
    <Select {...rest} defaultValue={value}>
      {[...new Set([...values, value])].sort().map((one) => (
        <option key={one} value={one}>
          {textOf(one)}
        </option>
      ))}
    </Select>
  )
}

const timezones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

const spaced = (zone: string) => zone.replaceAll('_', ' ')

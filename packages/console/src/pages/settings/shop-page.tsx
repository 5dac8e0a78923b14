import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { currencyName, money, setTimeZone } from '#console/lib/format.ts'
import { useForgetSaved, useSavedDraft } from '#console/lib/saved-drafts.ts'
import { t } from '#console/lib/text.ts'
import { useDraft } from '#console/lib/use-draft.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { DraftOffer } from '#console/ui/draft-offer.tsx'
import { SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { readPictures, reasonOf } from '#console/ui/pictures/pictures.tsx'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { SettingsPage } from './settings-page.tsx'
import { shopFieldNames } from './shop-field-names.ts'
import { ShopFields } from './shop-fields.tsx'

type Shop = Schemas['MerchantSettings']
type Change = Schemas['MerchantSettingsChange']

export function ShopPage() {
  const { data: shop, error, refetch } = useQuery(shopOptions)
  return (
    <SettingsPage tab={t('Shop')}>
      {shop ? (
        <ShopForm shop={shop} />
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
      )}
    </SettingsPage>
  )
}

/** Sends what was changed here and nothing else, so that it does not undo what somebody else has changed meanwhile. */
function ShopForm({ shop }: { shop: Shop }) {
  const client = useQueryClient()
  const draft = useDraft(shop, JSON.stringify(shop))
  const [change, setChange] = useState<Change>({})
  const [dialog, setDialog] = useState<'currency' | 'factors'>()
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const saved = useSavedDraft(form, 'shop-settings')
  useForgetSaved(draft.changed, saved.forget)
  const refusal = useRefusal('settings.write')
  const save = useMutation({
    mutationFn: (body: Change) => read(api.PATCH('/admin/merchant', { body })),
    onMutate: draft.onSend,
    onError: draft.onRefused,
    onSuccess: (saved, { currency, timezone }) => {
      client.setQueryData(shopOptions.queryKey, saved)
      setTimeZone(saved.timezone)
      const typedSince = form.current ? changeOf(sentOf(saved), readFields(form.current, saved)) : {}
      draft.onSaved(saved, Object.keys(typedSince).length === 0)
      setChange(typedSince)
      toast(t('The settings are saved'))
      // Prices are in it, and days of it, wherever they were read.
      if (currency !== undefined || timezone !== undefined) void client.invalidateQueries()
    },
    onSettled: () => setDialog(undefined),
  })
  useFirstFault(form, save.error)
  const faults = faultsOf(save.error, shopFieldNames, 'currency')
  const newCurrency = change.currency ?? draft.before.currency
  const reason = reasonOf(draft.changed, sending)
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (save.isPending || reason) return
    if (change.currency !== undefined) setDialog('currency')
    else goOn()
  }
  function goOn(): void {
    if (change.require_two_factor) setDialog('factors')
    else save.mutate(change)
  }
  return (
    <form
      ref={form}
      key={draft.key}
      aria-label={t('Shop')}
      onSubmit={submit}
      onInput={({ currentTarget }) => {
        saved.keep()
        const typed = changeOf(sentOf(draft.before), readFields(currentTarget, draft.before)) as Change
        setChange(typed)
        draft.onChange(save.isPending || Object.keys(typed).length > 0)
      }}
    >
      <LeaveGuard when={draft.unsent} isSaved />
      {refusal === undefined && saved.offered && (
        <div className="px-4 pt-4 lg:max-w-[892px] lg:px-8">
          <DraftOffer draft={saved.offered} onRestore={saved.restore} onForget={saved.forget} />
        </div>
      )}
      <ShopFields
        shop={draft.before}
        faults={faults}
        isRead={refusal !== undefined}
        staffRefusal={useRefusal('staff.write')}
        picturesRefusal={useRefusal('products.write')}
        onSending={setSending}
      />
      <SaveBar narrow>
        {faults.rest != null && <Notice error={faults.rest} className="min-w-0 flex-1" />}
        <Button type="submit" look="primary" busy={save.isPending} refusal={refusal ?? reason}>
          {t('Save')}
        </Button>
      </SaveBar>
      <Confirm
        open={dialog === 'currency'}
        onClose={() => setDialog(undefined)}
        title={t('Change the currency to {currency}?', { currency: currencyName(newCurrency) })}
        description={t(
          'Prices keep their numbers: what costs {before} will cost {after}. Once there is an order ' +
            'it cannot change any more.',
          { before: money(20, draft.before.currency), after: money(20, newCurrency) },
        )}
        action={t('Change the currency')}
        busy={save.isPending}
        error={null}
        onConfirm={goOn}
      />
      <Confirm
        open={dialog === 'factors'}
        onClose={() => setDialog(undefined)}
        title={t('Require two factors of the staff?')}
        description={t(
          'From now on, staff without a second factor can only sign in to set one up. That includes ' +
            'you, if you have none.',
        )}
        action={t('Require two factors')}
        busy={save.isPending}
        error={save.error}
        onConfirm={() => save.mutate(change)}
      />
    </form>
  )
}

/** As the fields say it; also those that are disabled, which a FormData leaves out. */
function readFields(form: HTMLFormElement, { logo: logoBefore }: Pick<Shop, 'logo'>) {
  const logo = form.elements.namedItem('logo') as HTMLTextAreaElement | null
  const [logoId = null] = readPictures(logo?.value ?? '', logoBefore ? [logoBefore] : [])
  const input = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const text = (name: string) => input(name).value.trim()
  const number = (name: string) => Number(text(name) || Number.NaN)
  const days = text('mail.payment_reminders.days')
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
  const tick = (name: string) => input(name).checked
  return {
    name: text('name'),
    support_email: text('support_email') || null,
    currency: text('currency'),
    timezone: text('timezone'),
    slug: text('slug'),
    locale: text('locale'),
    storefront_url: text('storefront_url') || null,
    logo: logoId,
    image_ratio: text('image_ratio'),
    image_fit: text('image_fit'),
    prices_include_tax: tick('prices_include_tax'),
    shipping_required: tick('shipping_required'),
    shipping_tax: text('shipping_tax'),
    vat_number: text('vat_number') || null,
    order_number: tick('order_number')
      ? {
          prefix: text('order_number.prefix'),
          next: number('order_number.next'),
          digits: number('order_number.digits'),
        }
      : null,
    withdrawal: text('withdrawal') === 'null' ? null : text('withdrawal') === 'true',
    return_days: text('return_days') === '' ? null : number('return_days'),
    delivery_days: number('delivery_days'),
    require_two_factor: tick('require_two_factor'),
    order_limits: {
      max_open_orders_per_user: number('order_limits.max_open_orders_per_user'),
      max_quantity_per_line: number('order_limits.max_quantity_per_line'),
      max_unpaid_units_per_address: number('order_limits.max_unpaid_units_per_address'),
      hold_unpaid_seconds: Math.round(number('order_limits.hold_unpaid_seconds') * 60),
      guest: {
        max_open_orders: number('order_limits.guest.max_open_orders'),
        max_quantity_per_line: number('order_limits.guest.max_quantity_per_line'),
      },
    },
    mail: {
      order_confirmation: tick('mail.order_confirmation'),
      shipment: tick('mail.shipment'),
      refund: tick('mail.refund'),
      address_change: tick('mail.address_change'),
      abandoned_cart: text('mail.abandoned_cart.hours') === '' ? null : { hours: number('mail.abandoned_cart.hours') },
      payment_reminders: days.length === 0 ? null : { days },
    },
  }
}

/** The settings as they are sent. */
function sentOf(shop: Shop): object {
  return { ...shop, logo: shop.logo?.id ?? null }
}

/** What differs, also inside of its parts. */
function changeOf(before: object, after: object): object {
  const shop = before as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      if (Array.isArray(value)) return JSON.stringify(value) === JSON.stringify(shop[name]) ? [] : [[name, value]]
      if (typeof value !== 'object' || value === null) return value === shop[name] ? [] : [[name, value]]
      const part = changeOf((shop[name] ?? {}) as object, value)
      return Object.keys(part).length > 0 ? [[name, part]] : []
    }),
  )
}

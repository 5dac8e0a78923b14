import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { Permission } from '#console/data/granted.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Notice } from '#console/ui/states.tsx'
import { firstStepsOptions, type Steps } from './first-steps-data.ts'

interface Shape {
  title: string
  text: string
  action: string
  link: LinkProps
  permission: Permission
  /** The shop has a value from the beginning: somebody looks whether it is right. */
  isChecked?: true
}

const shop = { action: t('Shop settings'), link: { to: '/settings/shop' }, permission: 'settings.write' } as const

const shapes: Record<Steps['steps'][number]['id'], Shape> = {
  name: {
    ...shop,
    title: t('Check the name of your shop'),
    text: t('Customers see it in e-mails and papers.'),
    isChecked: true,
  },
  country: {
    title: t('Say which country you sell from'),
    text: t('The address on your invoices says it.'),
    action: t('Invoices'),
    link: { to: '/settings/invoices' },
    permission: 'settings.write',
  },
  currency: {
    ...shop,
    title: t('Check the currency'),
    text: t('It cannot change once you have an order.'),
    isChecked: true,
  },
  days: {
    ...shop,
    title: t('Check the time zone'),
    text: t('Your days begin by it, in figures and in lists.'),
    isChecked: true,
  },
  seller_address: {
    title: t('Add your address'),
    text: t('Invoices need the name, the address and the VAT number of the seller.'),
    action: t('Invoices'),
    link: { to: '/settings/invoices' },
    permission: 'settings.write',
  },
  tax: {
    title: t('Set your taxes'),
    text: t('Choose the usual rates of your country from a list. Without rates, orders are not taxed.'),
    action: t('Taxes'),
    link: { to: '/settings/taxes' },
    permission: 'settings.write',
  },
  payment: {
    title: t('Decide how customers pay'),
    text: t('By card, by bank transfer, or in ways that you record yourself.'),
    action: t('Payments'),
    link: { to: '/settings/payments' },
    permission: 'settings.write',
  },
  shipping: {
    title: t('Say how you ship'),
    text: t('Add a method with its price and countries. Without one, orders are taken without shipping.'),
    action: t('Shipping'),
    link: { to: '/settings/shipping' },
    permission: 'settings.write',
  },
  products: {
    title: t('Add a product'),
    text: t('A name, an SKU, a price and how many are in stock. Customers see it once it is active.'),
    action: t('New product'),
    link: { to: '/products/new' },
    permission: 'products.write',
  },
  policies: {
    title: t('Publish your legal pages'),
    text: t('Your shop links them at the bottom of its pages and at the checkout.'),
    action: t('Pages'),
    link: { to: '/settings/pages' },
    permission: 'content.write',
  },
  storefront: {
    title: t('Connect a storefront'),
    text: t('Its pages need a key. Then you can look at your shop as a customer does.'),
    action: 'API keys',
    link: { to: '/settings/api-keys' },
    permission: 'keys.write',
  },
  test_order: {
    title: t('Place a test order'),
    text: t('See what you and your customer get. You can cancel it afterwards.'),
    action: t('New order'),
    link: { to: '/orders/new' },
    permission: 'orders.write',
  },
}

type Change = Schemas['ChangeFirstSteps']

/** What leads to a shop that sells, each step with its page, until all is done or dismissed. */
export function FirstSteps({ has, isFirstOrder }: { has: Steps; isFirstOrder: boolean }) {
  const client = useQueryClient()
  const refusal = useRefusal('settings.write')
  const change = useMutation({
    mutationFn: (body: Change) => read(api.PATCH('/admin/first-steps', { body })),
    onSuccess: (now) => client.setQueryData(firstStepsOptions.queryKey, now),
  })
  return (
    <div className="max-w-3xl px-4 py-8 lg:px-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold tracking-[-0.01em]">
          {isFirstOrder ? t('Before the first order') : t('First steps')}
        </h2>
        <Button look="quiet" refusal={refusal} onClick={() => change.mutate({ dismissed: true })}>
          {t('Hide first steps')}
        </Button>
      </div>
      {isFirstOrder && <p className="mt-1 text-ink-2">{t('Figures appear here as soon as a customer checks out.')}</p>}
      {change.error != null && <Notice error={change.error} className="mt-4" />}
      <ol className="mt-6 border-b border-line">
        {has.steps
          .filter(({ state }) => state !== 'dismissed')
          .map(({ id, state, missing }) => (
            <FirstStep
              key={id}
              shape={missing?.length ? withMissing(shapes[id], missing) : shapes[id]}
              isDone={state === 'done'}
              refusal={refusal}
              onMark={() => change.mutate({ steps: { [id]: shapes[id].isChecked ? 'done' : 'dismissed' } })}
            />
          ))}
      </ol>
    </div>
  )
}

function withMissing(shape: Shape, kinds: readonly string[]): Shape {
  return { ...shape, text: `${shape.text} To come: ${kinds.join(', ')}.` }
}

interface StepProps {
  shape: Shape
  isDone: boolean
  refusal: string | undefined
  onMark: () => void
}

function FirstStep({ shape, isDone, refusal, onMark }: StepProps) {
  const { title, text, action, link, permission, isChecked } = shape
  const noPage = useRefusal(permission)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
      <span
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-full ring-1 ring-inset',
          isDone ? 'bg-good-2 text-good ring-transparent' : 'ring-line-3',
        )}
      >
        {isDone && <Check aria-hidden className="size-3.5" />}
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium">
          {title}
          {isDone && <span className="sr-only"> {t('(done)')}</span>}
        </h3>
        <p className="text-ink-2">{text}</p>
      </div>
      {!isDone && refusal === undefined && (
        <Button look="quiet" aria-label={`${isChecked ? t('Mark as done') : t('Skip')}: ${title}`} onClick={onMark}>
          {isChecked ? t('Mark as done') : t('Skip')}
        </Button>
      )}
      {noPage === undefined ? (
        <Link {...link} className={buttonClass(isDone ? 'quiet' : 'plain')}>
          {action}
        </Link>
      ) : (
        <Button refusal={noPage}>{action}</Button>
      )}
    </li>
  )
}

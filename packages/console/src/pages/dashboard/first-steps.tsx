import { Link, type LinkProps } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Permission } from '#console/data/granted.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { cx } from '#console/lib/class-names.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'

interface StepProps {
  title: string
  children: ReactNode
  done: boolean
  action: string
  link: LinkProps
  permission: Permission
}

/** What a new shop needs, each step with its place. */
export function FirstSteps({ has }: { has: { products: number; shipping: number; webhooks: number } }) {
  return (
    <div className="max-w-3xl px-4 py-8 lg:px-8">
      <h2 className="text-lg font-semibold tracking-[-0.01em]">Before the first order</h2>
      <p className="mt-1 text-ink-2">Figures appear here as soon as a customer checks out.</p>
      <ol className="mt-6 border-b border-line">
        <FirstStep
          title="Add a product"
          done={has.products > 0}
          action="New product"
          link={{ to: '/products/new' }}
          permission="products.write"
        >
          A name, an SKU, a price and how many are in stock. Customers see it once it is active.
        </FirstStep>
        <FirstStep
          title="Say how you ship"
          done={has.shipping > 0}
          action="Shipping"
          link={{ to: '/settings/shipping' }}
          permission="settings.write"
        >
          A method with its price and countries. Without one, orders are taken without shipping.
        </FirstStep>
        <FirstStep
          title="Connect a webhook"
          done={has.webhooks > 0}
          action="New webhook"
          link={{ to: '/webhooks/new' }}
          permission="webhooks.write"
        >
          Your other systems hear of every order, payment and change of stock.
        </FirstStep>
      </ol>
    </div>
  )
}

function FirstStep({ title, children, done, action, link, permission }: StepProps) {
  const refusal = useRefusal(permission)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
      <span
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-full ring-1 ring-inset',
          done ? 'bg-good-2 text-good ring-transparent' : 'ring-line-3',
        )}
      >
        {done && <Check aria-hidden className="size-3.5" />}
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium">
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        <p className="text-ink-2">{children}</p>
      </div>
      {refusal === undefined ? (
        <Link {...link} className={buttonClass(done ? 'quiet' : 'plain')}>
          {action}
        </Link>
      ) : (
        <Button refusal={refusal}>{action}</Button>
      )}
    </li>
  )
}

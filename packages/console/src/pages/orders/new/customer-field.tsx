import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { api, may } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { customerKind, customerName } from '#console/pages/customers/customer-name.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Finder, useTyped } from '#console/ui/finder.tsx'
import type { Customer } from './order-draft.ts'

interface CustomerFieldProps {
  value: Customer | undefined
  error: string | undefined
  isRead: boolean
  /** One is looked for that will be taken: who types on does not mean this field any more. */
  onSought: () => void
  onChange: (customer: Customer | undefined) => void
}

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)
/** Of somebody on the telephone, who may have no e-mail address. A number or half an address is looked for only. */
const isName = (text: string) => /\p{L}/u.test(text) && !/[@\d]/.test(text)

const foundOptions = (settled: string) =>
  queryOptions({
    queryKey: ['customers', 'to order', settled],
    queryFn: ({ signal }) => read(api.GET('/admin/users', { params: { query: { q: settled, limit: 6 } }, signal })),
  })

/** Found by name, e-mail, phone or an order's number; an address that nobody has, or a name, is a new customer. */
export function CustomerField({ value, error, isRead, onSought, onChange }: CustomerFieldProps) {
  const [typed, settled, type] = useTyped()
  const client = useQueryClient()
  const { data, isPlaceholderData, isPending, isError } = useQuery({
    ...foundOptions(settled),
    enabled: settled !== '' && may('customers.read'),
    placeholderData: (before) => before,
  })
  if (value !== undefined) return <Chosen value={value} isRead={isRead} error={error} onChange={onChange} />
  const text = typed.trim()
  const isEmail = isAddress(text)
  const customers = (may('customers.read') ? data?.items : undefined) ?? []
  const isCustomer = customers.some(({ email }) => email?.toLowerCase() === text.toLowerCase())
  const isWaiting = may('customers.read') && !isError && (settled !== text || isPlaceholderData || isPending)
  const isNew = isEmail ? !isCustomer : isName(text) && !isWaiting
  const found: (Schemas['Customer'] | string)[] = [...customers, ...(isNew ? [text] : [])]
  return (
    <>
      <Finder
        label={t('Find a customer')}
        placeholder={t('Name, e-mail, phone')}
        typed={typed}
        onType={type}
        found={isWaiting && customers.length === 0 && !isEmail ? undefined : found}
        isStale={isWaiting && text !== ''}
        none={t('Nobody is found. A name or an e-mail address makes a new customer.')}
        autoFocus
        invalid={error !== undefined}
        keyOf={(one) => (typeof one === 'string' ? 'new' : one.id)}
        rowOf={(one) =>
          typeof one === 'string' ? (
            <>
              {t('New customer')} <span className="truncate font-medium">{one}</span>
            </>
          ) : (
            <>
              <span className="min-w-0 truncate">
                {customerName(one)} <span className="text-ink-3">{one.name ? one.email : ''}</span>
              </span>
              <span className="ml-auto shrink-0 text-xs text-ink-3">{customerKind(one)}</span>
            </>
          )
        }
        first={async (text) => {
          onSought()
          const { items } = may('customers.read') ? await client.fetchQuery(foundOptions(text)) : { items: [] }
          return items[0] ?? (isAddress(text) ? text : undefined)
        }}
        onChoose={(one) =>
          onChange(
            typeof one === 'string'
              ? isAddress(one)
                ? { name: '', email: one }
                : { name: one, email: null }
              : { id: one.id, name: customerName(one), email: one.email },
          )
        }
      />
      {error !== undefined && <p className="mt-1 text-xs text-bad">{error}</p>}
    </>
  )
}

interface ChosenProps extends Omit<CustomerFieldProps, 'onSought'> {
  value: Customer
}

function Chosen({ value, error, isRead, onChange }: ChosenProps) {
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3 rounded bg-paper-2 px-3 py-1.5">
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-medium">{(value.id === undefined && value.email) || value.name}</span>{' '}
          <span className="text-ink-3">{value.id === undefined ? t('New customer') : value.email}</span>
        </span>
        <Button
          look="quiet"
          square
          aria-label={t('Choose another customer')}
          refusal={isRead ? t('The order is on its way.') : undefined}
          className="-mr-2"
          onClick={() => onChange(undefined)}
        >
          <X aria-hidden />
        </Button>
      </div>
      {value.id === undefined && (
        <Field
          label={t('Name')}
          hint={value.email === null ? t('Without an e-mail address, so no mails are sent.') : t('Optional.')}
        >
          <Input
            maxLength={200}
            required={value.email === null}
            value={value.name}
            readOnly={isRead}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...value, name: target.value })}
          />
        </Field>
      )}
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
    </div>
  )
}

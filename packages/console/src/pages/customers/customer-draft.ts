import { listText, readList } from '#console/lib/typed-lists.ts'
import { type Address, addressNames, addressOf } from '../orders/new/order-draft.ts'
import type { CustomerBody, CustomerDetails } from './customer-data.ts'

/** As many as the service takes. */
export const maxAddresses = 20

export interface DraftAddress {
  key: number
  address: Address
}

/** A customer as typed: values are texts until they are read. */
export interface CustomerDraft {
  name: string
  company: string
  email: string
  phone: string
  vat_number: string
  locale: string
  tags: string
  note: string
  addresses: readonly DraftAddress[]
  accepts: boolean
  /** How the customer agreed. */
  source: string
  tax_exempt: boolean
  send_before_paid: boolean
}

let lastKey = 0

export const draftAddress = (address: Address): DraftAddress => ({ key: ++lastKey, address })

/** Without a customer: of a new one. */
export function draftOf(customer?: CustomerDetails): CustomerDraft {
  return {
    name: customer?.name ?? '',
    company: customer?.company ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    vat_number: customer?.vat_number ?? '',
    locale: customer?.locale ?? '',
    tags: listText(customer?.tags ?? []),
    note: customer?.note ?? '',
    addresses: (customer?.addresses ?? []).map((address) =>
      draftAddress(Object.fromEntries(addressNames.map((name) => [name, address[name] ?? ''])) as Address),
    ),
    accepts: isAgreed(customer),
    source: isAgreed(customer) ? (customer?.accepts_marketing?.source ?? '') : '',
    tax_exempt: customer?.tax_exempt ?? false,
    send_before_paid: customer?.send_before_paid ?? false,
  }
}

/** Has agreed to marketing, and has not withdrawn it. */
export function isAgreed(customer: Pick<CustomerDetails, 'accepts_marketing'> | undefined): boolean {
  const consent = customer?.accepts_marketing ?? null
  return consent !== null && consent.withdrawn_at === null
}

/** Only what was typed: what a colleague changes meanwhile stays. `now` is the time of a consent. */
export function changeOf(draft: CustomerDraft, before: CustomerDetails | undefined, now: string): CustomerBody {
  const was = draftOf(before)
  const texts = ['name', 'company', 'email', 'phone', 'vat_number', 'locale', 'note'] as const
  const changed = texts.filter((name) => draft[name].trim() !== was[name].trim())
  const ticks = (['tax_exempt', 'send_before_paid'] as const).filter((name) => draft[name] !== was[name])
  return {
    ...Object.fromEntries(changed.map((name) => [name, draft[name].trim() || null])),
    ...Object.fromEntries(ticks.map((name) => [name, draft[name]])),
    ...(draft.tags.trim() !== was.tags && { tags: [...readList(draft.tags, before?.tags ?? [])] }),
    ...(addressesText(draft) !== addressesText(was) && {
      addresses: draft.addresses.map(({ address }) => addressOf(address)),
    }),
    ...consentOf(draft, before, now),
  }
}

const addressesText = ({ addresses }: CustomerDraft) => JSON.stringify(addresses.map(({ address }) => address))

function consentOf(draft: CustomerDraft, before: CustomerDetails | undefined, now: string): CustomerBody {
  const consent = before?.accepts_marketing ?? null
  const source = draft.source.trim()
  if (draft.accepts) {
    if (consent === null) return { accepts_marketing: { source } }
    if (consent.withdrawn_at !== null) return { accepts_marketing: { at: now, source } }
    return source === consent.source ? {} : { accepts_marketing: { at: consent.at, source } }
  }
  if (consent === null || consent.withdrawn_at !== null) return {}
  const withdrawn_at = now > consent.at ? now : consent.at
  return { accepts_marketing: { at: consent.at, source: consent.source, withdrawn_at } }
}

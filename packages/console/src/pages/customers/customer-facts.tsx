import { addressLines } from '@commerce-platform/client/address-lines'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { languageName } from '#console/lib/languages.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts, Section } from '#console/ui/page.tsx'
import { Time } from '#console/ui/time.tsx'
import type { CustomerDetails } from './customer-data.ts'

interface FactsProps {
  customer: CustomerDetails
}

export function Contact({ customer }: FactsProps) {
  const { email, phone, company, vat_number, locale, customer_since } = customer
  return (
    <Section title={t('Contact')}>
      <Facts>
        {company && <Fact name={t('Company')}>{company}</Fact>}
        <Fact name={t('E-mail')}>
          {email ? (
            <a href={`mailto:${email}`} className={linkClass}>
              {email}
            </a>
          ) : (
            '—'
          )}
        </Fact>
        <Fact name={t('Phone')}>
          {phone ? (
            <a href={`tel:${phone}`} className={linkClass}>
              {phone}
            </a>
          ) : (
            '—'
          )}
        </Fact>
        {vat_number && <Fact name={t('VAT number')}>{vat_number}</Fact>}
        {customer.tax_exempt && <Fact name={t('Taxes')}>{t('Tax exempt')}</Fact>}
        {locale && <Fact name={t('Language')}>{languageName(locale)}</Fact>}
        <Fact name={t('Marketing')}>
          <Consent customer={customer} />
        </Fact>
        <Fact name={t('Since')}>
          <Time at={customer_since} />
        </Fact>
      </Facts>
    </Section>
  )
}

function Consent({ customer: { accepts_marketing: consent } }: FactsProps) {
  if (consent === null) return t('Never agreed')
  const { at, source, withdrawn_at } = consent
  if (withdrawn_at !== null)
    return (
      <>
        {t('Withdrawn')} <Time at={withdrawn_at} />
      </>
    )
  return <>{rich('Agreed {time} ({source})', { time: <Time at={at} />, source })}</>
}

/** Beside the orders; the rest when it is asked for. */
const shown = 2

export function Addresses({ customer: { addresses } }: FactsProps) {
  const [isWhole, setWhole] = useState(false)
  if (addresses.length === 0) return null
  return (
    <Section title={t('Addresses')}>
      <ul className="grid gap-3">
        {addresses.slice(0, isWhole ? undefined : shown).map((address) => (
          <li key={JSON.stringify(address)}>
            <address className="not-italic">
              {[...addressLines(address), ...(address.phone ? [address.phone] : [])].map((line) => (
                <span key={line} className="block wrap-anywhere">
                  {line}
                </span>
              ))}
            </address>
          </li>
        ))}
      </ul>
      {addresses.length > shown && !isWhole && (
        <Button look="quiet" className="mt-1 -ml-3" onClick={() => setWhole(true)}>
          {t('Show all {addresses}', { addresses: addresses.length })}
        </Button>
      )}
    </Section>
  )
}

/** Each tag leads to the customers who have it. */
export function TagsAndNote({ customer: { tags, note } }: FactsProps) {
  return (
    <>
      {tags.length > 0 && (
        <Section title={t('Tags')}>
          <ul className="flex flex-wrap gap-1">
            {tags.map((tag) => (
              <li key={tag} className="rounded bg-paper-3 px-2 py-0.5">
                <Link to="/customers" search={{ tag }} className={linkClass}>
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {note && (
        <Section title={t('Note')}>
          <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>
        </Section>
      )}
    </>
  )
}

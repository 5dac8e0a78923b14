import { t } from '#console/lib/text.ts'

/** Columns of our own files: the name, and what it holds. One of name, email and phone is needed. */
export const ownColumns: readonly [name: string, what: string][] = [
  ['name', t('Up to 200 characters')],
  ['email', t('Finds the customer whom the row changes')],
  ['phone', t('International, such as +44 20 7946 0958')],
  ['company', t('Up to 200 characters')],
  ['vat_number', t('Such as GB980780684')],
  ['tags', t('With commas between them. They replace the tags that the customer has')],
  ['note', t('For your team')],
  ['locale', t('The language, such as en or de-AT')],
  ['tax_exempt', t('true or false')],
  ['send_before_paid', t('true or false')],
  ['accepts_marketing_at', t('When the customer agreed, such as 2026-11-01T09:30:00Z')],
  ['accepts_marketing_source', t('How they agreed, such as Newsletter form')],
  ['accepts_marketing_withdrawn_at', t('When they withdrew it')],
  ['address_name', t('The address needs a name, street, city and country')],
  ['address_company', t('Optional')],
  ['address_line1', t('Street and number')],
  ['address_line2', t('Optional: flat, floor or building')],
  ['address_city', t('Town or city')],
  ['address_region', t('State or province, such as CA')],
  ['address_postal_code', t('As the country writes it')],
  ['address_country', t('Two letters, such as GB')],
  ['address_phone', t('Of the recipient')],
  ['id', t('Of a customer of this shop, as exported. Leave it empty for new customers')],
]

const row = (values: Record<string, string>) => ownColumns.map(([name]) => values[name] ?? '').join(',')

/** A file to start from. */
export const sampleFile = [
  ownColumns.map(([name]) => name).join(','),
  row({
    name: t('Ada Lovelace'),
    email: 'ada@example.com',
    phone: '+442079460958',
    company: t('Analytical Engines Ltd'),
    tags: t('"wholesale, press"'),
    locale: 'en',
    accepts_marketing_at: '2026-11-01T09:30:00Z',
    accepts_marketing_source: t('Newsletter form'),
    address_name: t('Ada Lovelace'),
    address_line1: t('12 St James’s Square'),
    address_city: t('London'),
    address_postal_code: 'SW1Y 4JH',
    address_country: 'GB',
  }),
  row({ name: t('Grace Hopper'), phone: '+442079460001', note: t('No e-mail') }),
  '',
].join('\r\n')

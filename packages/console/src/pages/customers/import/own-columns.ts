/** Columns of our own files: the name, and what it holds. One of name, email and phone is needed. */
export const ownColumns: readonly [name: string, what: string][] = [
  ['name', 'Up to 200 characters'],
  ['email', 'Finds the customer whom the row changes'],
  ['phone', 'International, such as +44 20 7946 0958'],
  ['company', 'Up to 200 characters'],
  ['vat_number', 'Such as GB980780684'],
  ['tags', 'With commas between them. They replace the tags that the customer has'],
  ['note', 'For your team'],
  ['locale', 'The language, such as en or de-AT'],
  ['tax_exempt', 'true or false'],
  ['send_before_paid', 'true or false'],
  ['accepts_marketing_at', 'When the customer agreed, such as 2026-11-01T09:30:00Z'],
  ['accepts_marketing_source', 'How they agreed, such as Newsletter form'],
  ['accepts_marketing_withdrawn_at', 'When they withdrew it'],
  ['address_name', 'The address needs a name, street, city and country'],
  ['address_company', 'Optional'],
  ['address_line1', 'Street and number'],
  ['address_line2', 'Optional: flat, floor or building'],
  ['address_city', 'Town or city'],
  ['address_region', 'State or province, such as CA'],
  ['address_postal_code', 'As the country writes it'],
  ['address_country', 'Two letters, such as GB'],
  ['address_phone', 'Of the recipient'],
  ['id', 'Of a customer of this shop, as exported. Leave it empty for new customers'],
]

const row = (values: Record<string, string>) => ownColumns.map(([name]) => values[name] ?? '').join(',')

/** A file to start from. */
export const sampleFile = [
  ownColumns.map(([name]) => name).join(','),
  row({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+442079460958',
    company: 'Analytical Engines Ltd',
    tags: '"wholesale, press"',
    locale: 'en',
    accepts_marketing_at: '2026-11-01T09:30:00Z',
    accepts_marketing_source: 'Newsletter form',
    address_name: 'Ada Lovelace',
    address_line1: '12 St James’s Square',
    address_city: 'London',
    address_postal_code: 'SW1Y 4JH',
    address_country: 'GB',
  }),
  row({ name: 'Grace Hopper', phone: '+442079460001', note: 'No e-mail' }),
  '',
].join('\r\n')

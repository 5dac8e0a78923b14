/** Chapters of the reference, in the order of first use: accounts first, operations last. */
export const tags = [
  { name: 'Accounts', description: 'Register, sign in, profile, sessions, two factors, own data.' },
  { name: 'Addresses', description: 'The address book of a user.' },
  { name: 'Catalog', description: 'Products of every shop: lists with filters and sorts, categories, search.' },
  { name: 'Carts', description: 'One cart for each user and shop, kept until it is checked out or abandoned.' },
  {
    name: 'Orders',
    description: 'Place, follow, send and cancel orders. Stock is reserved for all lines or for none.',
  },
  { name: 'Payments', description: 'Pay orders, see every attempt, and refund.' },
  { name: 'Invoices', description: 'Invoices and credit notes of orders, frozen when they are issued.' },
  { name: 'Gift cards', description: 'Gift cards and store credit: value that pays orders, with a ledger.' },
  { name: 'Dashboard', description: 'Figures of a shop over any period.' },
  { name: 'Reports', description: 'Figures for the accountant, over days of the shop, as answers and as files.' },
  { name: 'Products', description: 'The products of one shop: create, change, archive, import, export.' },
  { name: 'Pictures', description: 'Upload or fetch pictures, describe and delete them; their files.' },
  { name: 'Product groups', description: 'Products in several variants, such as sizes and colours.' },
  { name: 'Collections', description: 'What belongs together in a shop: put in by hand, or found by rules.' },
  { name: 'Promotions', description: 'Discounts of a shop: automatic ones, and those for codes.' },
  { name: 'Inventory', description: 'Units on hand and reserved, with a ledger of every change.' },
  { name: 'Customers', description: 'Users who registered with, or bought from, the shop.' },
  { name: 'Merchant', description: 'The shop’s name and settings.' },
  {
    name: 'Returns',
    description:
      'Withdrawals of consumers, and returns as the shop grants them. Each is an `order.updated` with a change ' +
      '`return_…`.',
  },
  { name: 'Comments', description: 'What staff says among themselves about orders, customers, returns, products.' },
  { name: 'Notifications', description: 'What members of the staff are mailed about.' },
  { name: 'Mails', description: 'What a shop’s mails to its customers say in its own words.' },
  { name: 'Content', description: 'Pages, menus and the home page of a shop.' },
  { name: 'Redirects', description: 'Where addresses of a shop that are gone lead to.' },
  { name: 'Price lists', description: 'Prices of products for a time, for groups of customers, and by quantity.' },
  { name: 'Markets', description: 'Where a shop sells, in which languages, and its texts in them.' },
  { name: 'Shipping', description: 'The shipping methods of a shop.' },
  { name: 'Tax', description: 'The tax rates of a shop.' },
  { name: 'Staff', description: 'Members of the shop’s staff, and invitations.' },
  { name: 'API keys', description: 'Keys for programs that act for the shop.' },
  { name: 'Audit log', description: 'Changes with their actor and time.' },
  { name: 'Webhooks', description: 'Subscriptions, deliveries and attempts, retries and recovery.' },
  { name: 'Events', description: 'The log of events to pull, and the payload of each event that is pushed.' },
  { name: 'Operations', description: 'Health and metrics.' },
] as const

export type Tag = (typeof tags)[number]['name']

/** The schema of an extension's tables. */
export const schemaOf = (name: string) => `ext_${name}`

/** The role that its statements run as. Roles belong to a server: two services on it share the name, not the rights. */
export const roleOf = (name: string) => `ext_${name}`

/** What every extension may read. They keep their columns over upgrades. */
export const sharedViews = [
  'public_products',
  'public_orders',
  'public_order_lines',
  'public_customers',
  'public_stock',
] as const

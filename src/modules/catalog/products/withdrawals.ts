/** Whether consumers may withdraw, or why not (Directive 2011/83/EU, article 16). */
export const withdrawals = [
  'allowed',
  'made_to_order',
  'perishable',
  'sealed_hygiene',
  'sealed_media',
  'digital_started',
] as const

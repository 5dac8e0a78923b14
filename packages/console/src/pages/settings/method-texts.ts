import type { ListTotal } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'

/** As its list is called in keys of queries. */
export type MethodKind = 'shipping-methods' | 'payment-methods' | 'markets' | 'price-lists'

interface MethodTexts {
  one: string
  all: string
  total: (total: ListTotal) => string
  none: string
  /** On a page of its kind. */
  begin: string
  /** Of the dialog of a new one. */
  title: string
  create: string
}

/** Whole for each kind: in other languages more differs than the noun. */
export const methodTexts: Record<MethodKind, MethodTexts> = {
  'shipping-methods': {
    one: t('Shipping method'),
    all: t('Shipping methods'),
    total: (total) => t('{total, plural, one {# shipping method} other {# shipping methods}}', { total }),
    none: t('No shipping methods yet'),
    begin: t('New method'),
    title: t('New shipping method'),
    create: t('Create method'),
  },
  'payment-methods': {
    one: t('Payment method'),
    all: t('Payment methods'),
    total: (total) => t('{total, plural, one {# payment method} other {# payment methods}}', { total }),
    none: t('No payment methods yet'),
    begin: t('New method'),
    title: t('New payment method'),
    create: t('Create method'),
  },
  markets: {
    one: t('Market'),
    all: t('Markets'),
    total: (total) => t('{total, plural, one {# market} other {# markets}}', { total }),
    none: t('No markets yet'),
    begin: t('New market'),
    title: t('New market'),
    create: t('Create market'),
  },
  'price-lists': {
    one: t('Price list'),
    all: t('Price lists'),
    total: (total) => t('{total, plural, one {# price list} other {# price lists}}', { total }),
    none: t('No price lists yet'),
    begin: t('New price list'),
    title: t('New price list'),
    create: t('Create price list'),
  },
}

import { t } from '#console/lib/text.ts'

/** What the rows of a list are, of which several can be chosen. */
export type Noun = 'order' | 'product' | 'customer'

interface Texts {
  /** The label of what can be done with them. */
  label: string
  chosen: (count: number) => string
  leftOut: (count: number) => string
}

export const nouns: Record<Noun, Texts> = {
  order: {
    label: t('Chosen orders'),
    chosen: (count) => t('{count, plural, one {# order} other {# orders}} chosen', { count }),
    leftOut: (count) => t('{count, plural, one {# order is} other {# orders are}} left out', { count }),
  },
  product: {
    label: t('Chosen products'),
    chosen: (count) => t('{count, plural, one {# product} other {# products}} chosen', { count }),
    leftOut: (count) => t('{count, plural, one {# product is} other {# products are}} left out', { count }),
  },
  customer: {
    label: t('Chosen customers'),
    chosen: (count) => t('{count, plural, one {# customer} other {# customers}} chosen', { count }),
    leftOut: (count) => t('{count, plural, one {# customer is} other {# customers are}} left out', { count }),
  },
}

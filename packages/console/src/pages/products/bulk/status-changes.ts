import { t } from '#console/lib/text.ts'
import type { ProductStatus } from '../search.ts'

interface Texts {
  title: (count: number) => string
  /** On the button. */
  action: (count: number) => string
  /** Before it is known how many would change. */
  begin: string
  /** For customers. */
  effect: string
  done: (count: number) => string
}

/** What a change of the status of many products says. */
export const statusChanges: Record<ProductStatus, Texts> = {
  active: {
    title: (count) => t('Make {count, plural, one {# product} other {# products}} active', { count }),
    action: (count) => t('Make active: {count, plural, one {# product} other {# products}}', { count }),
    begin: t('Make active:'),
    effect: t('Customers can find and buy them.'),
    done: (count) => t('{count, plural, one {# product} other {# products}} now active', { count }),
  },
  draft: {
    title: (count) => t('Make {count, plural, one {# product} other {# products}} drafts', { count }),
    action: (count) => t('Make drafts of {count, plural, one {# product} other {# products}}', { count }),
    begin: t('Make drafts of'),
    effect: t('Customers no longer see them.'),
    done: (count) => t('{count, plural, one {# product} other {# products}} now drafts', { count }),
  },
  archived: {
    title: (count) => t('Archive {count, plural, one {# product} other {# products}}', { count }),
    action: (count) => t('Archive {count, plural, one {# product} other {# products}}', { count }),
    begin: t('Archive'),
    effect: t('Customers no longer see them; orders and reports keep them.'),
    done: (count) => t('{count, plural, one {# product} other {# products}} archived', { count }),
  },
}

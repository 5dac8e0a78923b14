import { useQuery } from '@tanstack/react-query'
import { useMay } from '#console/data/permissions.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { creditOptions } from '../credit-data.ts'
import type { Customer } from '../customer-data.ts'

/** The store credit that moves, or why the two cannot be merged because of it. Who may not see it is not told. */
export function useCredits(gone: Customer | undefined, stays: Customer): { moved?: string; refusal?: string } {
  const mayRead = useMay('gift_cards.read')
  const mayWrite = useMay('gift_cards.write')
  const isAsked = mayRead && gone !== undefined
  const { data: from } = useQuery({ ...creditOptions(gone?.id ?? ''), enabled: isAsked })
  const { data: to } = useQuery({ ...creditOptions(stays.id), enabled: isAsked })
  if (gone === undefined || from === undefined || from.ledger.length === 0) return {}
  if (!mayWrite) return { refusal: t('This moves store credit. Your role may not do that: it needs gift_cards.write.') }
  if (to !== undefined && to.ledger.length > 0)
    return { refusal: t('Both have store credit, and the two accounts cannot be joined.') }
  return from.balance > 0 ? { moved: money(from.balance, from.currency) } : {}
}

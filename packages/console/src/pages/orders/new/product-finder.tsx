import { read } from '@commerce-platform/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Ref } from 'react'
import { api } from '#console/data/session.ts'
import { count, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Finder, useTyped } from '#console/ui/finder.tsx'
import { rowAddress } from '#console/ui/pictures/addresses.ts'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import type { Product } from './order-draft.ts'

interface ProductFinderProps {
  currency: string
  inputRef?: Ref<HTMLInputElement>
  onChoose: (product: Product) => void
}

/** So many are shown, of so many that are looked at. */
const limits = { shown: 8, asked: 60 }

const foundOptions = (settled: string) =>
  queryOptions({
    queryKey: ['products', 'to order', settled],
    queryFn: async ({ signal }) => {
      const query = { q: settled, limit: limits.asked, status: 'active' } as const
      const { items } = await read(api.GET('/admin/products', { params: { query }, signal }))
      return inWholeWordsFirst(items, settled).slice(0, limits.shown)
    },
  })

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/)

/** The service finds words by their beginnings: the "s" of "red s" is the size S before it is a shirt in another size. */
function inWholeWordsFirst(products: Product[], typed: string): Product[] {
  const wholeWords = ({ name, sku, options }: Product) => {
    const words = new Set([name, sku, ...Object.values(options)].flatMap(wordsOf))
    return wordsOf(typed).filter((word) => words.has(word)).length
  }
  return products.toSorted((one, other) => wholeWords(other) - wholeWords(one))
}

/** Products that are for sale, by name or SKU, with what is left of them. */
export function ProductFinder({ currency, inputRef, onChoose }: ProductFinderProps) {
  const [typed, settled, type] = useTyped()
  const client = useQueryClient()
  const { data, isPlaceholderData, isPending } = useQuery({
    ...foundOptions(settled),
    enabled: settled !== '',
    placeholderData: (before) => before,
  })
  return (
    <Finder
      {...(inputRef && { inputRef })}
      label={t('Find a product')}
      placeholder={t('Product or SKU')}
      typed={typed}
      onType={type}
      found={settled === '' ? undefined : data}
      isStale={settled !== typed.trim() || isPlaceholderData || isPending}
      keyOf={({ id }) => id}
      rowOf={(product) => (
        <>
          <Thumbnail address={rowAddress(product)} />
          <span className="min-w-0 flex-1 truncate">
            {product.name}{' '}
            <span className="text-ink-3">{[product.sku, ...Object.values(product.options)].join(' · ')}</span>
          </span>
          <span className="shrink-0 text-xs text-ink-3">
            {t('{available} left', { available: count(product.available) })}
          </span>
          <span className="w-20 shrink-0 text-right tabular-nums">{money(product.price, currency)}</span>
        </>
      )}
      first={async (text) => (await client.fetchQuery(foundOptions(text)))[0]}
      onChoose={onChoose}
    />
  )
}

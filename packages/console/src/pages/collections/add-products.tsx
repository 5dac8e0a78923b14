import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '#console/data/session.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Input } from '#console/ui/field.tsx'
import { rowAddress } from '#console/ui/pictures/addresses.ts'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import type { Card } from './collection-data.ts'

interface AddProductsProps {
  /** Those that are in it. */
  chosen: ReadonlySet<string>
  onAdd: (card: Card) => void
}

const pauseMs = 200

/** Finds products by name or SKU, to be put into a collection. */
export function AddProducts({ chosen, onAdd }: AddProductsProps) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    queryKey: ['products', 'to add', q],
    queryFn: ({ signal }) => read(api.GET('/admin/products', { params: { query: { q, limit: 20 } }, signal })),
    enabled: q !== '',
    placeholderData: (before) => before,
  })
  const found = typed.trim() === '' ? [] : (data?.items ?? []).filter(({ id }) => !chosen.has(id)).slice(0, 8)
  return (
    <div className="mb-3">
      <Input
        type="search"
        aria-label={t('Find products to add')}
        placeholder={t('Find products to add, by name or SKU')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter adds the first one, and the next can be typed.
        onKeyDown={(event) => {
          const [first] = found
          if (event.key !== 'Enter' || first === undefined) return
          event.preventDefault()
          onAdd({ ...first, type: 'product' })
          setTyped('')
        }}
        autoComplete="off"
      />
      {found.length > 0 && (
        <ul aria-label={t('Found')} className="mt-1 rounded border border-line bg-float shadow-float">
          {found.map((product) => (
            <li key={product.id}>
              <button
                type="button"
                onClick={() => onAdd({ ...product, type: 'product' })}
                className="flex w-full items-center gap-2.5 px-2.5 py-1.5 text-left hover:bg-paper-3"
              >
                <Thumbnail address={rowAddress(product)} />
                <span className="min-w-0 flex-1 truncate">
                  {product.name} <span className="text-ink-3">{product.sku}</span>
                </span>
                <span className="tabular-nums text-ink-2">{money(product.price, product.currency)}</span>
                <Plus aria-hidden className="size-4 text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {typed.trim() !== '' && q === typed.trim() && data !== undefined && found.length === 0 && (
        <p className="mt-1 text-ink-3">{t('Nothing else is found.')}</p>
      )}
    </div>
  )
}

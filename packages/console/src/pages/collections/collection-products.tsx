import { read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoveDown, MoveUp, X } from 'lucide-react'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { messageOf } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { cx } from '#console/lib/class-names.ts'
import { money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Section } from '#console/ui/page.tsx'
import { rowAddress } from '#console/ui/pictures/addresses.ts'
import { Notice } from '#console/ui/states.tsx'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { AddProducts } from './add-products.tsx'
import { type Card, type Collection, cardsOptions, collectionOptions } from './collection-data.ts'

/** What a collection holds. By hand it is put in, ordered and taken out here. */
export function CollectionProducts({ collection }: { collection: Collection }) {
  const { data: cards, error } = useQuery(cardsOptions(collection.id))
  if (error !== null) return <Notice error={error} />
  if (cards === undefined) return null
  return <Cards collection={collection} saved={cards} />
}

function Cards({ collection, saved }: { collection: Collection; saved: readonly Card[] }) {
  const client = useQueryClient()
  const refusal = useRefusal('products.write')
  const [picked, setPicked] = useState<readonly Card[]>()
  const { id, sort, rules } = collection
  const mayPick = rules === null && refusal === undefined
  const cards = picked ?? saved
  const save = useMutation({
    mutationFn: (ids: string[]) =>
      read(api.PUT('/admin/collections/{id}/products', { params: { path: { id } }, body: { ids } })),
    onSuccess: async (now) => {
      client.setQueryData(collectionOptions(id).queryKey, now)
      toast(
        t('{name} has {count, plural, one {# product} other {# products}}', { name: now.name, count: cards.length }),
      )
      await client.invalidateQueries({ queryKey: ['collection', id] })
      await client.invalidateQueries({ queryKey: ['collections'] })
      setPicked(undefined)
    },
  })
  function move(from: number, to: number): void {
    const next = [...cards]
    next.splice(to, 0, ...next.splice(from, 1))
    setPicked(next)
  }
  const add = (card: Card) => cards.some((one) => one.id === card.id) || setPicked([...cards, card])
  return (
    <Section
      title={t('{cards, plural, one {# product} other {# products}} in it', { cards: cards.length })}
      className="max-w-2xl"
      actions={
        picked && (
          <div className="flex gap-2">
            <Button onClick={() => setPicked(undefined)}>{t('Undo')}</Button>
            <Button look="primary" busy={save.isPending} onClick={() => save.mutate(picked.map((card) => card.id))}>
              {t('Save products')}
            </Button>
          </div>
        )
      }
    >
      <LeaveGuard when={picked !== undefined && !save.isPending} />
      {save.error && <p className="mb-2 text-bad">{messageOf(save.error)}</p>}
      {mayPick && <AddProducts chosen={new Set(cards.map((card) => card.id))} onAdd={add} />}
      {cards.length === 0 && (
        <p className="py-2 text-ink-2">{rules === null ? t('None yet.') : t('None match now.')}</p>
      )}
      <ol aria-label={t('Products')} className="border-t border-line">
        {cards.map((card, index) => (
          <Row
            key={card.id}
            card={card}
            {...(mayPick && {
              onRemove: () => setPicked(cards.filter((one) => one !== card)),
              ...(sort === 'manual' && {
                onUp: index > 0 ? () => move(index, index - 1) : undefined,
                onDown: index < cards.length - 1 ? () => move(index, index + 1) : undefined,
                onDrop: (from: number) => move(from, index),
              }),
            })}
            index={index}
          />
        ))}
      </ol>
    </Section>
  )
}

interface RowProps {
  card: Card
  index: number
  onRemove?: () => void
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  onDrop?: (from: number) => void
}

const dragged = 'application/x-place'

function Row({ card, index, onRemove, onUp, onDown, onDrop }: RowProps) {
  const { id, name, status, price, currency } = card
  const [isOver, setOver] = useState(false)
  return (
    <li
      draggable={onDrop !== undefined}
      onDragStart={(event) => event.dataTransfer.setData(dragged, String(index))}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragged)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop?.(Number(event.dataTransfer.getData(dragged)))
      }}
      // Thousands are as quick as ten: what is not in sight is not laid out.
      className={cx(
        'flex min-h-11 items-center gap-2.5 border-b border-line py-1.5 [content-visibility:auto]',
        '[contain-intrinsic-size:auto_44px]',
        onDrop && 'cursor-grab',
        isOver && 'bg-paper-3',
      )}
    >
      <Thumbnail address={rowAddress(card)} />
      <span className="min-w-0 flex-1 truncate" data-card={id}>
        {name}
        {status !== 'active' && <span className="text-ink-3"> {words(status)}</span>}
      </span>
      <span className="tabular-nums text-ink-2 max-sm:hidden">{price !== null && money(price, currency)}</span>
      {onDrop && (
        <>
          <Button
            look="quiet"
            square
            aria-label={t('Move {name} up', { name })}
            refusal={onUp ? undefined : t('It is the first.')}
            onClick={onUp}
          >
            <MoveUp aria-hidden />
          </Button>
          <Button
            look="quiet"
            square
            aria-label={t('Move {name} down', { name })}
            refusal={onDown ? undefined : t('It is the last.')}
            onClick={onDown}
          >
            <MoveDown aria-hidden />
          </Button>
        </>
      )}
      {onRemove && (
        <Button look="quiet" square aria-label={t('Take {name} out', { name })} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      )}
    </li>
  )
}

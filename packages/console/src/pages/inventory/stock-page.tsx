import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { productOptions } from '#console/pages/products/product-data.ts'
import { Available, ProductState } from '#console/pages/products/product-status.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { ListTable } from '#console/ui/list-table.tsx'
import { Fact, Facts, ListHeading, Page, Section, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Empty, Skeleton } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { MovementPhoneLine, movementColumns } from './movement-columns.tsx'
import { levelOf, movementsOptions, staffOptions } from './stock-data.ts'

const AdjustDialog = lazy(() => import('./adjust-dialog.tsx').then((module) => ({ default: module.AdjustDialog })))

/** What there is of one product, and every change that led to it. */
export function StockPage() {
  const { productId } = useParams({ from: '/shell/inventory/$productId' })
  const { data: product, error, refetch } = useQuery(productOptions(productId))
  const movements = useInfiniteQuery(movementsOptions(productId))
  const { data: staff } = useQuery(staffOptions)
  const columns = useMemo(() => movementColumns(staff), [staff])
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const refusal = useRefusal('inventory.write')
  const back = { label: t('Back to the inventory'), to: '/inventory' } as const
  if (product === undefined) return <PendingPage title={t('Inventory')} back={back} error={error} retry={refetch} />
  const page = movements.data?.pages[0]
  const newest = page?.items[0]
  const level = levelOf(newest)
  return (
    <Page
      title={product.name}
      back={back}
      aside={<span className="min-w-0 wrap-anywhere text-ink-3">{product.sku}</span>}
      actions={
        <>
          <Link to="/products/$productId" params={{ productId }} className={buttonClass()}>
            {t('Open product')}
          </Link>
          <Button
            look="primary"
            refusal={refusal ?? (page ? undefined : t('The stock is not known yet.'))}
            onClick={() => setOpen(true)}
          >
            {t('Adjust')}
          </Button>
        </>
      }
    >
      <TwoColumns
        aside={
          <Section title={t('Stock')}>
            {page ? (
              <Facts>
                <Fact name={t('On hand')}>{count(level.onHand)}</Fact>
                <Fact name={t('Reserved')}>{count(level.reserved)}</Fact>
                <Fact name={t('Available')}>
                  <Available units={level.onHand - level.reserved} />
                </Fact>
                <Fact name={t('Changed')}>{newest ? <Time at={newest.created_at} /> : t('Never')}</Fact>
                <Fact name={t('Product')}>
                  <ProductState status={product.status} />
                </Fact>
              </Facts>
            ) : (
              <Skeleton className="h-24" />
            )}
          </Section>
        }
      >
        <ListHeading
          title={t('Ledger')}
          aside={page && t('{pagination, plural, one {# change} other {# changes}}', { pagination: page.pagination })}
        />
        <ListTable
          label={t('Ledger')}
          query={movements}
          columns={columns}
          rowKey={(movement) => String(movement.number)}
          phoneLine={(movement) => <MovementPhoneLine movement={movement} />}
          empty={
            <Empty title={t('No changes yet')}>
              {t('The first count, each order and each return are listed here, with who made them.')}
            </Empty>
          }
        />
      </TwoColumns>
      <Suspense>
        {wasOpen && (
          <AdjustDialog
            productId={productId}
            name={product.name}
            level={level}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

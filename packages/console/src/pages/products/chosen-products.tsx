import { read, type Schemas } from '@commerce-platform/client'
import { ChevronDown, Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api, files } from '#console/data/session.ts'
import { exportChosen } from '#console/lib/export-chosen.ts'
import { t } from '#console/lib/text.ts'
import type { Selection } from '#console/lib/use-selection.ts'
import { Button } from '#console/ui/button.tsx'
import { ExportDialog } from '#console/ui/export-dialog.tsx'
import { Menu } from '#console/ui/menu.tsx'
import type { ProductStatus } from './search.ts'

type Product = Schemas['Card']

function keyOf({ id, group }: Product): string {
  return group?.id ?? id
}

const priceDialogs = () => import('./bulk/price-dialogs.tsx')
const fieldDialogs = () => import('./bulk/field-dialogs.tsx')
const ChangePrices = lazy(() => priceDialogs().then((module) => ({ default: module.ChangePrices })))
const EndSale = lazy(() => priceDialogs().then((module) => ({ default: module.EndSale })))
const ChangeStatus = lazy(() => fieldDialogs().then((module) => ({ default: module.ChangeStatus })))
const ChangeCategory = lazy(() => fieldDialogs().then((module) => ({ default: module.ChangeCategory })))
const groupDialogs = () => import('./bulk/group-dialogs.tsx')
const ChangeCategoryOfGroups = lazy(() => groupDialogs().then((module) => ({ default: module.ChangeCategory })))
const ChangeStatusOfGroups = lazy(() => groupDialogs().then((module) => ({ default: module.ChangeStatus })))
const ChangeTags = lazy(() => fieldDialogs().then((module) => ({ default: module.ChangeTags })))

type DialogName = ProductStatus | 'category' | 'tags' | 'prices' | 'sale'

/** What can be done with the products that are chosen. */
export function ChosenProducts({ selection }: { selection: Selection<Product> }) {
  const [shown, setShown] = useState<DialogName>()
  const refusal = useRefusal('products.write')
  const products = selection.items
  const [variants, setVariants] = useState<Pick<Product, 'id' | 'sku' | 'name'>[]>([])
  const end = { onClose: () => setShown(undefined), onDone: selection.keep }
  const dialog = { products: variants, ...end }
  const hasGroups = products.some(({ group }) => group !== undefined)
  const tagsRefusal = hasGroups ? t('Tags of a product with variants are changed on its page.') : undefined
  /** What is done with a group is done with its variants. */
  const ask = async (what: DialogName) => {
    setVariants(await variantsOf(products))
    setShown(what)
  }
  const statuses = (['active', 'draft', 'archived'] as const).map((status) => ({
    label: { active: t('Make active…'), draft: t('Make drafts…'), archived: t('Archive…') }[status],
    onSelect: () => void ask(status),
  }))
  const prices = [
    { label: t('Change prices…'), onSelect: () => void ask('prices') },
    { label: t('End a sale…'), onSelect: () => void ask('sale') },
  ]
  return (
    <>
      <ExportChosen
        ids={products.map(keyOf)}
        productIds={async () => (await variantsOf(products)).map(({ id }) => id)}
      />
      <Button refusal={refusal} onClick={() => void ask('category')}>
        {t('Category')}
      </Button>
      <Button refusal={refusal ?? tagsRefusal} onClick={() => void ask('tags')}>
        {t('Tags')}
      </Button>
      <Choices name={t('Price')} refusal={refusal} items={prices} />
      <Choices name={t('Status')} refusal={refusal} items={statuses} />
      <Suspense>
        {shown === 'category' && !hasGroups && <ChangeCategory {...dialog} />}
        {shown === 'category' && hasGroups && <ChangeCategoryOfGroups products={products} {...end} />}
        {shown === 'tags' && <ChangeTags {...dialog} />}
        {shown === 'prices' && <ChangePrices {...dialog} />}
        {shown === 'sale' && <EndSale {...dialog} />}
        {(shown === 'active' || shown === 'draft' || shown === 'archived') &&
          (hasGroups ? (
            <ChangeStatusOfGroups products={products} {...end} status={shown} />
          ) : (
            <ChangeStatus {...dialog} status={shown} />
          ))}
      </Suspense>
    </>
  )
}

interface ChoicesProps {
  name: string
  refusal: string | undefined
  items: { label: string; onSelect: () => void }[]
}

function Choices({ name, refusal, items }: ChoicesProps) {
  if (refusal !== undefined) return <Button refusal={refusal}>{name}</Button>
  const trigger = (
    <Button>
      {name}
      <ChevronDown aria-hidden />
    </Button>
  )
  return <Menu trigger={trigger} items={items} />
}

interface ExportChosenProps {
  ids: readonly string[]
  /** Left out: `ids`. */
  productIds?: () => Promise<readonly string[]>
}

/** A file of the chosen products; the inventory has it, too. */
export function ExportChosen({ ids, productIds }: ExportChosenProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button refusal={useRefusal('exports.read')} onClick={() => setOpen(true)}>
        <Download aria-hidden />
        {t('Export')}
      </Button>
      <ExportDialog
        open={open}
        onClose={() => setOpen(false)}
        name="products"
        description={[
          t('The {count, plural, one {# product} other {# products}} that you have chosen, with stock.', {
            count: ids.length,
          }),
          t('Imported again, the file changes nothing.'),
        ].join(' ')}
        download={async (format, signal) =>
          exportChosen((await productIds?.()) ?? ids, format, signal, async (part) => {
            const params = { query: { ids: part, format } }
            return (await files.GET('/admin/products/export', { params, parseAs: 'stream', signal })).data
          })
        }
      />
    </>
  )
}

/** The chosen products, groups as all their variants. */
async function variantsOf(products: readonly Product[]): Promise<Pick<Product, 'id' | 'sku' | 'name'>[]> {
  const all: Pick<Product, 'id' | 'sku' | 'name'>[] = []
  for (const product of products) {
    if (product.group === undefined) all.push(product)
    else {
      const params = { path: { id: product.group.id } }
      all.push(...(await read(api.GET('/admin/product-groups/{id}', { params }))).variants)
    }
  }
  return all
}

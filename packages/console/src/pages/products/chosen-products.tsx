import { read, type Schemas } from '@commerce-platform/client'
import { ChevronDown, Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useCategories } from '#console/data/categories.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { api, files } from '#console/data/session.ts'
import { exportChosen } from '#console/lib/export-chosen.ts'
import { plural } from '#console/lib/format.ts'
import type { Selection } from '#console/lib/use-selection.ts'
import { BulkDialog } from '#console/ui/bulk-dialog.tsx'
import { Button } from '#console/ui/button.tsx'
import { ExportDialog } from '#console/ui/export-dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Menu } from '#console/ui/menu.tsx'
import type { ProductStatus } from './search.ts'

type Product = Schemas['Card']

function keyOf({ id, group }: Product): string {
  return group?.id ?? id
}

/** What can be done with the products that are chosen. */
export function ChosenProducts({ selection }: { selection: Selection<Product> }) {
  const [asked, setAsked] = useState<ProductStatus | 'category' | 'export'>()
  const refusal = useRefusal('products.write')
  const products = selection.items
  const close = () => setAsked(undefined)
  const dialog = { products, onClose: close, onDone: selection.keep }
  return (
    <>
      <ExportChosen ids={products.map(keyOf)} productIds={() => productIdsOf(products)} noun="product" />
      <Button refusal={refusal} onClick={() => setAsked('category')}>
        Category
      </Button>
      {refusal === undefined ? (
        <Menu
          trigger={
            <Button>
              Status
              <ChevronDown aria-hidden />
            </Button>
          }
          items={(['active', 'draft', 'archived'] as const).map((status) => ({
            label: `${statusTexts[status].action}…`,
            onSelect: () => setAsked(status),
          }))}
        />
      ) : (
        <Button refusal={refusal}>Status</Button>
      )}
      {asked === 'category' && <ChangeCategory {...dialog} />}
      {asked !== undefined && asked !== 'category' && asked !== 'export' && <ChangeStatus {...dialog} status={asked} />}
    </>
  )
}

interface ExportChosenProps {
  ids: readonly string[]
  noun: string
  /** Left out: `ids`. */
  productIds?: () => Promise<readonly string[]>
}

/** A file of the chosen products; the inventory has it, too. */
export function ExportChosen({ ids, noun, productIds }: ExportChosenProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button refusal={useRefusal('exports.read')} onClick={() => setOpen(true)}>
        <Download aria-hidden />
        Export
      </Button>
      <ExportDialog
        open={open}
        onClose={() => setOpen(false)}
        name="products"
        description={`The ${plural(ids.length, noun)} that you have chosen, with stock. Imported again, the file changes nothing.`}
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

interface ChosenProps {
  products: readonly Product[]
  onClose: () => void
  onDone: (left: ReadonlySet<string>) => void
}

const shared = {
  noun: 'product',
  nameOf: ({ name, sku, group }: Product) => (group === undefined ? `${name} (${sku})` : group.name),
  keyOf,
  shownBy: [['products'], ['product'], ['product-group'], ['inventory'], ['dashboard']],
}

/** Of a group it is the group that changes. */
function change({ id, group }: Product, body: Pick<Schemas['UpdateProduct'], 'status' | 'category'>) {
  if (group === undefined) return read(api.PATCH('/admin/products/{id}', { params: { path: { id } }, body }))
  return read(api.PATCH('/admin/product-groups/{id}', { params: { path: { id: group.id } }, body }))
}

/** Groups with all their variants. */
async function productIdsOf(products: readonly Product[]): Promise<string[]> {
  const ids: string[] = []
  for (const { id, group } of products) {
    if (group === undefined) ids.push(id)
    else {
      const params = { path: { id: group.id } }
      const { variants } = await read(api.GET('/admin/product-groups/{id}', { params }))
      ids.push(...variants.map((variant) => variant.id))
    }
  }
  return ids
}

const statusTexts: Record<ProductStatus, { action: string; effect: string; done: string; already: string }> = {
  active: {
    action: 'Make active',
    effect: 'Customers can find and buy them.',
    done: 'now active',
    already: 'is active already.',
  },
  draft: {
    action: 'Make drafts',
    effect: 'Customers no longer see them.',
    done: 'now drafts',
    already: 'is a draft already.',
  },
  archived: {
    ...{ action: 'Archive', effect: 'Customers no longer see them; orders and reports keep them.' },
    ...{ done: 'archived', already: 'is archived already.' },
  },
}

function ChangeStatus({ status, products, ...rest }: ChosenProps & { status: ProductStatus }) {
  const fit = products.filter((product) => product.status !== status)
  const { action, effect, done, already } = statusTexts[status]
  const what = plural(fit.length, 'product')
  const title = status === 'archived' ? `Archive ${what}` : `Make ${what} ${status}`
  return (
    <BulkDialog
      {...shared}
      {...rest}
      title={title}
      description={effect}
      action={action}
      done={done}
      items={fit}
      refused={products.filter((product) => product.status === status).map((item) => ({ item, why: already }))}
      stepOf={() => (product) => change(product, { status })}
    />
  )
}

/** On a row of its own. */
const isVariant = ({ group_id, group }: Product) => group_id !== null && group === undefined

function ChangeCategory({ products, ...rest }: ChosenProps) {
  const categories = useCategories(undefined)
  const list = useId()
  const title = `Change the category of ${plural(products.length, 'product')}`
  return (
    <BulkDialog
      {...shared}
      {...rest}
      title={title}
      description="Each has one category."
      action="Change the category"
      done="changed"
      items={products.filter((product) => !isVariant(product))}
      refused={products.filter(isVariant).map((item) => ({ item, why: 'has the category of its group.' }))}
      stepOf={(form) => {
        const category = String(form.get('category') ?? '').trim() || null
        return (product) => change(product, { category })
      }}
    >
      <Field label="Category" hint="Empty: none.">
        <Input name="category" maxLength={100} list={list} autoComplete="off" />
      </Field>
      <datalist id={list}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </BulkDialog>
  )
}

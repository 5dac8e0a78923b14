import { read, type Schemas } from '@commerce-platform/client'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'

export function useStockUpdate(productId: string, done: (item: Schemas['InventoryItem']) => void) {
  return useChange(
    [['inventory'], ['products'], ['product', productId], ['dashboard']],
    (body: Schemas['StockUpdate']) =>
      read(api.PATCH('/admin/inventory/{product_id}', { params: { path: { product_id: productId } }, body })),
    done,
  )
}

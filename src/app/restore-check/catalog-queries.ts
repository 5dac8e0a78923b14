import { type Check, checksOf, difference } from './check.ts'

/** Each merchant; for active products every merchant together, too. */
const ownersOfCounts = `
  select merchant_id union all select '00000000-0000-0000-0000-000000000000' where status = 'active'`

export const catalogChecks: Check[] = checksOf('catalog', {
  'products are counted, by category, status and stock': [
    'products',
    difference(
      'merchant_id, category, status, in_stock',
      `select merchant_id, category, status, stock.* from product_counts
        cross join lateral (values (true, in_stock), (false, total - in_stock)) stock (in_stock, amount)
        union all
       select owner.id, scope.category, status, in_stock, amount from product_count_changes change
        cross join lateral (${ownersOfCounts}) owner (id)
        cross join lateral (select change.category union select '') scope (category)`,
      `select owner.id as merchant_id, scope.category, status, in_stock, 1 as amount from products
        cross join lateral (${ownersOfCounts}) owner (id)
        cross join lateral (select coalesce(products.category, '') union select '') scope (category)`,
    ),
  ],
  'words of products are known to the search': [
    'products',
    difference(
      'word',
      'select word, products as amount from search_words union all select word, amount from search_word_changes',
      `select word, 1 as amount
         from products, words_of(search_text(concat_ws(' ', name, category, description))) word`,
    ),
  ],
  'a product has its search document': [
    'products',
    `select coalesce(products.merchant_id, found.merchant_id) as merchant_id,
            coalesce(products.id, found.product_id) as product_id
       from products full join product_documents found on found.product_id = products.id
      where (found.merchant_id, found.price_common, found.active, found.in_stock, found.category, found.name_key,
             found.document)
            is distinct from
            (products.merchant_id, products.price_common, status = 'active', products.in_stock, products.category,
             products.name_key, product_document(to_tsvector('product_text', search_text(name)),
               search_text(concat_ws(' ', products.category, description)), sku))`,
  ],
})

import { type Check, checksOf, difference } from '#src/platform/db/checks.ts'

export const searchChecks: Check[] = checksOf('catalog', {
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

import { type Check, checksOf, difference } from '#src/platform/db/checks.ts'

const cards = `
  select merchant_id, card_id, form, card_id as shown_id, status, active, in_stock, price_common, category, keys,
         created_at, name_key, length(words) as name_words,
         product_document(words, search_text(rest), sku) as document
    from product_cards, to_tsvector('product_text', search_text(name)) words
   union all
  select merchant_id, card_id, form, shown_id, status, active, in_stock, price_common, category, keys, created_at,
         name_key, length(words), group_document(words, rest, skus)
    from group_cards, to_tsvector('product_text', search_text(name)) words`

/** Keys sorted: their stored order has no meaning. */
const inOrder = (keys: string) => `array(select key from unnest(${keys}) key order by key)`

export const catalogChecks: Check[] = checksOf('catalog', {
  'a product and a group are listed as they are': [
    'products',
    `select coalesce(card.merchant_id, listed.merchant_id) as merchant_id,
            coalesce(card.card_id, listed.card_id) as product_id
       from (${cards}) card
       full join (select * from listings where context = 0) listed using (merchant_id, card_id)
      where (listed.form, listed.shown_id, listed.status, listed.active, listed.in_stock, listed.price_common,
             listed.category, ${inOrder('listed.keys')}, listed.created_at)
            is distinct from
            (card.form, card.shown_id, card.status, card.active, card.in_stock, card.price_common,
             card.category, ${inOrder('card.keys')}, card.created_at)`,
  ],
  'a product and a group are found by their words': [
    'products',
    `select coalesce(card.merchant_id, found.merchant_id) as merchant_id,
            coalesce(card.card_id, found.card_id) as product_id
       from (${cards}) card
       full join (select * from listing_texts where language = '') found using (merchant_id, card_id)
      where (found.form, found.active, found.in_stock, found.price_common, found.created_at, found.category,
             found.name_key, found.name_words, found.document)
            is distinct from
            (card.form, card.active, card.in_stock, card.price_common, card.created_at, card.category,
             card.name_key, card.name_words, card.document)`,
  ],
  'a product and a group are found in the languages of their shop': [
    'products',
    `select coalesce(card.merchant_id, found.merchant_id) as merchant_id,
            coalesce(card.card_id, found.card_id) as product_id
       from (select * from language_cards where (merchant_id, language) in (
               select merchant_id, language from listing_languages where ready)) card
       full join (select * from listing_texts where (merchant_id, language) in (
                    select merchant_id, language from listing_languages where ready)) found
         using (merchant_id, language, card_id)
      where (found.form, found.active, found.in_stock, found.price_common, found.created_at, found.category,
             found.name_key, found.name_words, found.document, found.words)
            is distinct from
            (card.form, card.active, card.in_stock, card.price_common, card.created_at, card.category, card.name_key,
             card.name_words, card.document, card.words)`,
  ],
  'words of products are counted in their languages': [
    'products',
    difference(
      'merchant_id, language, written',
      `select merchant_id, language, written, products as amount from listing_words
        union all select merchant_id, language, written, amount from listing_word_changes`,
      `select merchant_id, language, word as written, 1 as amount
         from listing_texts, unnest(words) word where language <> ''`,
    ),
  ],
  'a variant has what its group has': [
    'products',
    `select product.merchant_id, product.id as product_id
       from products product
       join product_groups one on one.merchant_id = product.merchant_id and one.id = product.group_id
      where (product.group_name, product.withheld, product.description, product.category, product.brand, product.tags,
             product.seo_title, product.seo_description, product.slug)
            is distinct from
            (one.name, nullif(one.status, 'active'), text_beginning(one.description), one.category, one.brand, one.tags,
             one.seo_title, one.seo_description, one.slug)
         or not starts_with(product.name, one.name || ', ')
         or array(select key collate "C" from jsonb_object_keys(product.options) key order by 1)
            <> array(select key collate "C" from unnest(one.varies_by) key order by 1)`,
  ],
  'a slug leads to the product or group that has it': [
    'slugs',
    `select one.merchant_id, one.id as product_id
       from (select merchant_id, id, slug from products where group_id is null and slug is not null
              union all select merchant_id, id, slug from product_groups) one
       left join slugs using (merchant_id, slug)
      where coalesce(slugs.product_id, slugs.group_id) is distinct from one.id`,
  ],
  'a collection holds products and groups that are there': [
    'collections',
    `select card.merchant_id, card.collection_id, card.card_id as product_id
       from collection_cards card
      where not exists (select from products where merchant_id = card.merchant_id and id = card.card_id)
        and not exists (select from product_groups where merchant_id = card.merchant_id and id = card.card_id)`,
  ],
  'the price in force is the last of the price history': [
    'products',
    `select coalesce(products.merchant_id, current.merchant_id) as merchant_id,
            coalesce(products.id, current.product_id) as product_id
       from (select * from products where status = 'active') products
       full join (select * from prices where context = 0 and ends_at = 'infinity') current
         on current.merchant_id = products.merchant_id and current.product_id = products.id
      where (current.price_minor, current.compare_at_minor)
            is distinct from (products.price_minor, products.compare_at_minor)`,
  ],
})

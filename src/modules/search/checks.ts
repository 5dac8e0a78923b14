import { type Check, checksOf, difference } from '#src/platform/db/checks.ts'

export const searchChecks: Check[] = checksOf('catalog', {
  'words of products are known to the search': [
    'products',
    difference(
      'word',
      'select word, products as amount from search_words union all select word, amount from search_word_changes',
      `select word, 1 as amount
         from products,
              words_of(search_text(concat_ws(' ', name, product_rest(category, description, brand, tags)))) word`,
    ),
  ],
})

import type { Mutation } from './mutation.ts'

export const promotions: readonly Mutation[] = [
  {
    name: 'promotions-limit-not-locked',
    because: 'more orders than the limit get a promotion in a race',
    file: 'src/modules/promotions/promotions.sql',
    within: 'take_promotions',
    replace: 'order by counter.promotion_id for update;',
    by: 'order by counter.promotion_id;',
    caughtBy: 'src/modules/promotions/races.test.ts',
    test: 'of 500 orders with a code for 10 exactly 10 are placed',
  },
  {
    name: 'promotions-use-never-free-again',
    because: 'a cancelled order keeps its use of a promotion',
    file: 'src/modules/orders/change/rest-of-order.sql',
    within: 'follow_cancellation',
    replace: 'perform release_promotions(new.merchant_id, new.id);',
    by: 'null;',
    caughtBy: 'src/modules/orders/place/discounts.test.ts',
    test: 'a cancelled order gives its use back',
  },
  {
    name: 'promotions-set-on-the-free-unit',
    because: 'the saving of a set stands on its free unit alone, with the wrong tax',
    file: 'src/modules/promotions/set-rules.ts',
    within: 'fillSets',
    replace: 'const parts = [...buyers, ...gifts]',
    by: 'const parts = [...gifts]',
    caughtBy: 'src/modules/promotions/rules.test.ts',
    test: 'buy 2 get 1 spreads 6.00 over the set',
  },
  {
    name: 'promotions-refund-of-list-price',
    because: 'a refunded unit gives back more than was paid for it',
    file: 'src/modules/orders/refund/tax-rules.ts',
    within: 'costOfLine',
    replace: 'shareOf(whole - discount_minor, units, quantity)',
    by: 'shareOf(whole, units, quantity)',
    caughtBy: 'src/modules/orders/place/discounts.test.ts',
    test: 'the refunds of a discounted line give back what was paid for it',
  },
]

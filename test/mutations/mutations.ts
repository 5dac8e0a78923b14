import { backups } from './backups.ts'
import { delivery } from './delivery.ts'
import { groups } from './groups.ts'
import { habits } from './habits.ts'
import { listsAndUpgrades } from './lists-and-upgrades.ts'
import { lostRows } from './lost-rows.ts'
import { manyAtOnce } from './many-at-once.ts'
import { money } from './money.ts'
import { orders } from './orders.ts'
import { papers } from './papers.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { pictures } from './pictures.ts'
import { production } from './production.ts'
import { products } from './products.ts'
import { promotions } from './promotions.ts'
import { returns } from './returns.ts'
import { signIn } from './sign-in.ts'
import { staff } from './staff.ts'
import { stock } from './stock.ts'
import { storefronts } from './storefronts.ts'
import { tenancy } from './tenancy.ts'
import { traces } from './traces.ts'

/** The mistakes that matter most: one test notices each. */
export const mutations = [
  ...money,
  ...orders,
  ...papers,
  ...payments,
  ...stock,
  ...groups,
  ...tenancy,
  ...traces,
  ...staff,
  ...delivery,
  ...signIn,
  ...production,
  ...backups,
  ...listsAndUpgrades,
  ...habits,
  ...people,
  ...lostRows,
  ...storefronts,
  ...pictures,
  ...products,
  ...manyAtOnce,
  ...promotions,
  ...returns,
]

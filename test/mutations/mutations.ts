import { delivery } from './delivery.ts'
import { habits } from './habits.ts'
import { listsAndUpgrades } from './lists-and-upgrades.ts'
import { lostRows } from './lost-rows.ts'
import { manyAtOnce } from './many-at-once.ts'
import { money } from './money.ts'
import { people } from './people.ts'
import { production } from './production.ts'
import { signIn } from './sign-in.ts'
import { stock } from './stock.ts'
import { tenancy } from './tenancy.ts'

/** The mistakes that matter most: one test notices each. */
export const mutations = [
  ...money,
  ...stock,
  ...tenancy,
  ...delivery,
  ...signIn,
  ...production,
  ...listsAndUpgrades,
  ...habits,
  ...people,
  ...lostRows,
  ...manyAtOnce,
]

import { delivery } from './delivery.ts'
import { listsAndUpgrades } from './lists-and-upgrades.ts'
import { money } from './money.ts'
import { people } from './people.ts'
import { production } from './production.ts'
import { signIn } from './sign-in.ts'
import { slips } from './slips.ts'
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
  ...people,
  ...slips,
]

import { deliveries } from './deliveries.ts'
import { money } from './money.ts'
import { signIn } from './sign-in.ts'
import { stock } from './stock.ts'
import { tenancy } from './tenancy.ts'

/** The sixty mistakes that matter most: one test notices each. A new one takes the place of another. */
export const mutations = [...money, ...stock, ...tenancy, ...deliveries, ...signIn]

import { repriceProducts } from '#src/modules/catalog/index.ts'
import type { Repricing } from '#src/modules/merchants/index.ts'
import { repricePromotions } from '#src/modules/promotions/index.ts'
import { repriceMethods } from '#src/modules/shipping/index.ts'

/** Brings a shop's amounts into another currency; a module that keeps such amounts adds its function here. */
export const repricings: readonly Repricing[] = [repriceProducts, repriceMethods, repricePromotions]

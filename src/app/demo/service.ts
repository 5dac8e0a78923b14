import type { Service } from '#demo-shop'
import { cartAbandoned, lineChanged } from '#src/modules/carts/index.ts'
import { initialColumns, optionsKey, presentEventProduct, variantName } from '#src/modules/catalog/index.ts'
import { emailKey, presentUser } from '#src/modules/identity/index.ts'
import { inventoryUpdated, movedPerUnit } from '#src/modules/inventory/index.ts'
import { leftOf, orderChanged, orderCreated, orderUpdated, planFulfillment } from '#src/modules/orders/index.ts'
import { paymentChanges } from '#src/modules/payments/index.ts'
import { shippingOptions, subtotalOf, totalsOf, unitsToIssue } from '#src/modules/pricing/index.ts'
import { newPayToken, paymentEvent, planRefund, toStoredLine } from '#src/modules/settlement/index.ts'
import { expandEvents, makeSecret, sealSecret } from '#src/modules/webhooks/index.ts'
import { targetTypeOf } from '#src/platform/audit/actions.ts'
import { changesOf } from '#src/platform/audit/changes.ts'
import { keyPrefixes } from '#src/platform/http/auth/storefront-keys.ts'
import { dayOf } from '#src/platform/lib/days.ts'
import { foldText } from '#src/platform/lib/folding.ts'
import { createIds, newOrderSuffix } from '#src/platform/lib/ids.ts'
import { shareOf, sumMinor, toCommonScale, toMajor, toMinor } from '#src/platform/lib/money.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import { envelope } from '#src/platform/outbox/index.ts'

/** What packages/demo-shop, which imports nothing of the service, is handed of it. */
export function serviceForDemo(seal: Seal): Service {
  return {
    cartAbandoned,
    changesOf,
    createIds,
    dayOf,
    emailKey,
    envelope,
    expandEvents,
    foldText,
    initialColumns,
    inventoryUpdated,
    keyPrefixes,
    leftOf,
    lineChanged,
    makeSecret,
    movedPerUnit,
    newOrderSuffix,
    newPayToken,
    newToken,
    optionsKey,
    orderChanged,
    orderCreated,
    orderUpdated,
    paymentChanges,
    paymentEvent,
    planFulfillment,
    planRefund,
    presentEventProduct,
    presentUser,
    sealSecret: (receiverId, secret) => sealSecret(seal, receiverId, secret),
    shareOf,
    shippingOptions,
    slugOf,
    subtotalOf,
    sumMinor,
    targetTypeOf,
    toCommonScale,
    toMajor,
    toMinor,
    toStoredLine,
    totalsOf,
    unitsToIssue,
    variantName,
  }
}

import type { Seal } from '#src/platform/lib/sealed.ts'

/** What a sealed secret is bound to: the box of one subscription does not open as another's. */
export function secretContext(subscriptionId: string): string {
  return `webhook-secret:${subscriptionId}`
}

export function sealSecret(seal: Seal, subscriptionId: string, secret: string): Buffer {
  return seal.seal(secret, secretContext(subscriptionId))
}

/** @throws if the box was altered, is another subscription's, or its key is no longer configured */
export function openSecret(seal: Seal, subscriptionId: string, box: Buffer): string {
  return seal.open(box, secretContext(subscriptionId))
}

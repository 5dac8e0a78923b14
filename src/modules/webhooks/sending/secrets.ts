import type { Seal } from '#src/platform/lib/sealed.ts'

/** Binds a sealed secret to its subscription: it does not open as the secret of another one. */
function secretContext(subscriptionId: string): string {
  return `webhook-secret:${subscriptionId}`
}

export function sealSecret(seal: Seal, subscriptionId: string, secret: string): Buffer {
  return seal.seal(secret, secretContext(subscriptionId))
}

/** @throws if the box was altered, belongs to another subscription, or its key is no longer configured */
export function openSecret(seal: Seal, subscriptionId: string, box: Buffer): string {
  return seal.open(box, secretContext(subscriptionId))
}

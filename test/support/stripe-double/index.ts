export { type StripeDouble, startStripeDouble } from './server.ts'
export { type EventOptions, type SignedEvent, signedEvent } from './webhooks.ts'

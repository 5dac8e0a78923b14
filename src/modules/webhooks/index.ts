// app imports engine/engine.ts itself: processes that do not deliver do not load the HTTP client.

export { deliveryChecks } from './deliveries/checks.ts'
export { registerQueueMetrics } from './deliveries/queue-metrics.ts'
export { eventChecks } from './event-log/checks.ts'
export { eraseFromEvents } from './event-log/erase-events.ts'
export { webhooksBackground } from './jobs.ts'
export { webhookLetters } from './letters.ts'
export { sealSecret } from './sending/secrets.ts'
export { makeSecret } from './sending/signature.ts'
export { expandEvents } from './subscriptions/event-patterns.ts'
export { replaceWebhookSecrets } from './subscriptions/replace-secrets.ts'
export { webhookSecrets } from './subscriptions/reseal-secrets.ts'

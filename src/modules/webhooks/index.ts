// app imports engine/engine.ts itself: processes that do not deliver do not load the HTTP client.
export { registerQueueMetrics } from './deliveries/queue-metrics.ts'
export { announceCommits } from './outbox/wake-up.ts'
export { sealSecret } from './sending/secrets.ts'
export { makeSecret } from './sending/signature.ts'
export { expandEvents } from './subscriptions/event-patterns.ts'
export { replaceWebhookSecrets } from './subscriptions/replace-secrets.ts'

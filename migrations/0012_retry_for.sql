-- How long deliveries are retried: by the specified delays alone, or hourly for three days after them.
alter table webhook_subscriptions add column retry_for text not null default 'specified'
  constraint webhook_subscriptions_retry_for check (retry_for in ('specified', '3 days'));

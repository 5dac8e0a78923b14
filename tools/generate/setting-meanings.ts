import type { Config } from '#src/config/config.ts'

type Setting = Exclude<keyof Config, 'production'>

/** Meanings of all settings, by section of docs/operations/configuration.md. Their declarations say the rest. */
export const meaningsBySection: Readonly<Record<string, Partial<Record<Setting, string>>>> = {
  Listening: {
    HOST: 'address to listen on',
    PORT: 'port to listen on; 0 takes a free one',
    METRICS_PORT:
      'port for `/metrics` and `/health/*`, served by the background process, or by a server that does no ' +
      'background work; 0 takes a free one and logs it. ' +
      'Without it there are no metrics in production',
    METRICS_HOST: 'address that `METRICS_PORT` listens on, one inside your network. Without it: `HOST`',
    TLS_CERT_FILE: 'certificate, to serve HTTPS directly; needs `TLS_KEY_FILE`',
    TLS_KEY_FILE: 'key of `TLS_CERT_FILE`',
    PUBLIC_URL:
      'address in links of mails, and issuer of access tokens. Without it: from `HOST` and `PORT`. ' +
      'Set it when `PORT` is 0',
    TRUST_PROXY:
      'proxies whose `x-forwarded-*` headers are trusted: addresses and ranges, or their number if nothing else ' +
      'reaches the port. Without it, which the log says once it sees one, all shoppers behind a proxy have one ' +
      'address and share its [limits](../reference/orders.md#limits). Production refuses `true` (one proxy) and ' +
      'ranges that hold clients',
    SECURITY_CONTACT: 'published in `/.well-known/security.txt`; without it that is 404',
  },
  Pictures: {
    MEDIA_STORE: 'where [pictures](pictures.md) are kept: `s3://bucket/prefix`; without it the folder `DATA_DIR/media`',
    MEDIA_S3_ENDPOINT: 'address of an S3-compatible store; without it that of AWS',
    MEDIA_S3_REGION: 'region of the bucket',
    VIDEO_HOSTS:
      'hosts whose videos texts and galleries may show: `youtube`, `vimeo`, both separated by a comma, or `none`',
    MEDIA_BASE_URL: 'address that pictures are read at, such as that of a CDN; without it that of the service',
  },
  Extensions: {
    EXTENSIONS: '[extensions](../extensions.md): folders and packages, separated by commas',
    EXTENSIONS_TRUSTED:
      '`yes`: extensions run without a role of their own, with all rights of the service, where the role of the ' +
      'database may make none',
  },
  Processes: {
    WEB_PROCESSES: 'web processes, if `DATABASE_URL` is set',
    BACKGROUND_WORK:
      'with `off` a server with `WEB_PROCESSES=1` only serves requests; run `npm run worker` beside it, such as ' +
      'in a [container](deploy.md)',
    RUN_AS_USER: 'user of `/etc/passwd` that a process started by root becomes',
    MAX_CONNECTIONS: 'open connections per process; more are closed as they come. Each needs a file descriptor',
    MAX_LOOP_DELAY_MS:
      'median event loop delay above which a process is overloaded; raise it on a machine that other programs use',
    MAX_QUEUE_WAIT_MS: 'how long a request waits for an overloaded process; then it gets 503',
    LOG_LEVEL: 'least severity of log lines',
  },
  Database: {
    DATABASE_URL: 'PostgreSQL 15 or later; without it the embedded one runs in `DATA_DIR`',
    DATABASE_DIRECT_URL: 'the same database and role past a [pooler](run.md#a-pooler). Without it: `DATABASE_URL`',
    DATABASE_OWNER_URL:
      'the same database as the owner of its schema, for migrations ([roles](run.md#roles-of-the-database)). ' +
      'Without it: `DATABASE_DIRECT_URL`',
    DATABASE_READ_URL: 'streaming standby of `DATABASE_URL`, for [reads](run.md#read-replicas)',
    READ_MAX_LAG_SECONDS: 'how far that standby may lag behind',
    DATABASE_WAIT_SECONDS: 'how long a start waits for a database that is unreachable or read-only',
    DATABASE_POOL_SIZE:
      'connections per process for requests and background work; a background process opens up to 5 more ' +
      '([connections](run.md#database-connections))',
    DATA_DIR:
      'folder of the embedded database, generated keys, and mails when there is no mail server. ' +
      'For this service alone; its mode becomes 0700',
    PG_BIN:
      'folder of `pg_dump` and `pg_restore` for [backup and restore](backup.md) of `DATABASE_URL`; ' +
      'without it they are looked for on the PATH',
  },
  Secrets: {
    JWT_SECRETS:
      'sign access tokens and cursors: the first signs, all verify ([rotation](secrets.md#rotating-keys)). ' +
      'Development generates one and keeps it in `DATA_DIR`',
    SEAL_KEYS:
      'encrypt webhook secrets and stored answers: the first encrypts, all decrypt. ' +
      'Development generates one and keeps it in `DATA_DIR`',
  },
  'The first shop': {
    ADMIN_EMAIL: 'owner of the first merchant, which a start creates if there is none; needs `ADMIN_PASSWORD`',
    ADMIN_PASSWORD: 'password of that owner',
    MERCHANT_NAME: 'name of the first merchant',
    MERCHANT_CURRENCY: 'its currency',
    DEMO_DATA: 'makes an empty database a demo shop: a catalog, and in development thirty days of trade',
  },
  'Sessions and limits': {
    ACCESS_TOKEN_TTL_SECONDS: 'lifetime of an access token',
    REFRESH_GRACE_SECONDS:
      'how long the refresh token that a session spent last ' +
      '[gets the same answer again](../reference/accounts.md#two-tabs-and-lost-answers); with 0 two tabs that ' +
      'refresh at once lose the session',
    RATE_LIMIT_PER_MINUTE: 'requests per session, or per client address without a session',
    LOGIN_LIMIT_PER_MINUTE:
      'failed sign-ins and registrations, per account and per address; wrong discount codes and wrong codes of gift ' +
      'cards, per address; also exports of an account, and mails that an account or a shopper can cause repeatedly',
    ALLOW_NO_LIMITS_IN_PRODUCTION: 'production accepts 0 for the two limits above, and warns',
  },
  'Orders and payments': {
    CART_ABANDONED_AFTER_SECONDS: 'time without a change after which a cart is abandoned',
    ORDER_PAYMENT_WINDOW_SECONDS: 'time to pay before an order is cancelled',
    TEST_PAYMENTS: 'payment methods `test_success`, `test_decline` and `test_slow`, which move no money',
    ALLOW_TEST_PAYMENTS_IN_PRODUCTION:
      'production accepts `TEST_PAYMENTS=true` and keys of Stripe’s test mode, and warns',
    STRIPE_SECRET_KEY: '[card payments](run.md#card-payments); needs the two settings below, both keys of one mode',
    STRIPE_PUBLISHABLE_KEY: 'key that clients get',
    STRIPE_WEBHOOK_SECRET: 'verify Stripe’s webhooks, one per endpoint',
    STRIPE_API_BASE: 'another address of Stripe’s API, for tests; production refuses it',
    VIES_URL:
      'the EU’s register of VAT numbers, `https://ec.europa.eu/taxation_customs/vies/rest-api`, asked once a day per ' +
      'number and shop. Without it only their form is checked',
  },
  Webhooks: {
    WEBHOOK_TIMEOUT_SECONDS: 'deadline of a whole attempt',
    WEBHOOK_MAX_WAIT_SECONDS: 'a delivery that has waited so long for its first attempt fails',
    WEBHOOK_RETRY_DELAYS:
      'delay before each retry, and so the number of retries. A subscription with `retry_for: "3 days"` adds 72, ' +
      'one an hour',
    WEBHOOK_SOURCE_ADDRESSES: 'local addresses that deliveries are sent from',
    WEBHOOK_PROXY_URL: 'egress proxy for deliveries',
  },
  Mails: {
    MAIL: 'with `off` the service queues no mails about orders, and logs only the subjects of others',
    SMTP_URL: 'mail server; without it mails are written to `DATA_DIR/mail`. Required in production, unless `MAIL=off`',
    MAIL_FROM: 'sender; mails about orders have the name of the shop. Required in production, unless `MAIL=off`',
    MAIL_LIMITS:
      'mails an hour to addresses that nobody has confirmed ' +
      '([limits of mails](../reference/accounts.md#limits-of-mails))',
  },
}

import { isCurrency } from '#src/platform/lib/money.ts'
import type { NamedSecret } from '#src/platform/lib/sealed.ts'
import { mediaVariables } from './media.ts'
import {
  addressOrRange,
  contact,
  emailAddress,
  flag,
  integer,
  ipAddress,
  list,
  mailSwitch,
  name,
  namedSecret,
  oneOf,
  seconds,
  secondsFromZero,
  secondsUpTo,
  sender,
  text,
  three,
  url,
  variable,
  yes,
} from './parsers.ts'
import { paymentVariables } from './payments.ts'
import { processVariables } from './processes.ts'
import { allowances } from './production.ts'

const none = undefined

const namedSecrets = variable<readonly NamedSecret[] | undefined>({
  parse: list(namedSecret, 16),
  expected: 'kid:secret,... with secrets of at least 32 characters',
  development: none,
  production: 'required',
})

const databaseAddress = variable<string | undefined>({
  parse: url('postgres:', 'postgresql:'),
  expected: 'a postgres:// address',
  development: none,
})

/** Every variable of the environment, described once. */
export const variables = {
  HOST: variable({ parse: text, expected: 'an address to listen on', development: '127.0.0.1' }),
  PORT: variable({ parse: integer(0, 65535), expected: 'a port from 0 to 65535', development: 3000 }),
  METRICS_PORT: variable<number | undefined>({
    parse: integer(0, 65535),
    expected: 'a port from 0 to 65535',
    development: none,
  }),
  METRICS_HOST: variable<string | undefined>({ parse: text, expected: 'an address to listen on', development: none }),
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_OWNER_URL: databaseAddress,
  DATABASE_READ_URL: databaseAddress,
  EXTENSIONS: variable<readonly string[]>({
    parse: list(text, 50),
    expected: 'folders and packages, separated by commas',
    development: [],
  }),
  EXTENSIONS_TRUSTED: variable({ parse: yes, expected: 'yes', development: false }),
  READ_MAX_LAG_SECONDS: variable({
    parse: integer(1, 300),
    expected: 'seconds from 1 to 300',
    development: 5,
  }),
  DATABASE_WAIT_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 60 }),
  DATABASE_POOL_SIZE: variable({ parse: integer(2, 200), expected: 'a number from 2 to 200', development: 10 }),
  MAX_CONNECTIONS: variable({ parse: integer(1, 1_000_000), expected: 'a number above 0', development: 10_000 }),
  MAX_LOOP_DELAY_MS: variable({
    parse: integer(10, 60_000),
    expected: 'milliseconds from 10 to 60000',
    development: 120,
  }),
  MAX_QUEUE_WAIT_MS: variable({
    parse: integer(1, 60_000),
    expected: 'milliseconds from 1 to 60000',
    development: 800,
  }),
  DATA_DIR: variable({ parse: text, expected: 'a folder', development: './data' }),
  PG_BIN: variable<string | undefined>({ parse: text, expected: 'a folder', development: none }),
  RUN_AS_USER: variable<string | undefined>({ parse: text, expected: 'the name of a user', development: none }),
  JWT_SECRETS: namedSecrets,
  SEAL_KEYS: namedSecrets,
  ADMIN_EMAIL: variable<string | undefined>({
    parse: emailAddress,
    expected: 'an e-mail address such as owner@example.com',
    development: 'admin@example.com',
    production: none,
  }),
  ADMIN_PASSWORD: variable<string | undefined>({
    parse: (value) => (value.length >= 8 && value.length <= 128 ? value : undefined),
    expected: '8 to 128 characters',
    development: 'demo-password',
    production: none,
  }),
  MERCHANT_NAME: variable({ parse: name, expected: 'a name of 1 to 200 characters', development: 'Demo Shop' }),
  MERCHANT_CURRENCY: variable({
    parse: (value) => (isCurrency(value) ? value : undefined),
    expected: 'an ISO 4217 code such as GBP',
    development: 'GBP',
  }),
  DEMO_DATA: variable({ parse: flag, expected: 'true or false', development: true, production: false }),
  ACCESS_TOKEN_TTL_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 86_400 }),
  REFRESH_GRACE_SECONDS: variable({
    parse: secondsFromZero(300),
    expected: 'seconds from 0, which is off, to 300',
    development: 30,
  }),
  CART_ABANDONED_AFTER_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 86_400 }),
  ...paymentVariables,
  ...mediaVariables,
  // The register of VAT numbers of the EU; without it they are checked by their form alone.
  VIES_URL: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'an http:// or https:// address',
    development: none,
  }),
  ...allowances,
  ORDER_PAYMENT_WINDOW_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 1_800 }),
  // A timer of more than 24 days would end at once.
  WEBHOOK_TIMEOUT_SECONDS: variable({
    parse: secondsUpTo(900),
    expected: 'seconds above 0, at most 900',
    development: 30,
  }),
  WEBHOOK_MAX_WAIT_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 259_200 }),
  WEBHOOK_RETRY_DELAYS: variable<readonly number[]>({
    parse: list(seconds, 20),
    expected: 'seconds, separated by commas',
    development: [1, 5, 25, 125, 300],
  }),
  RATE_LIMIT_PER_MINUTE: variable({
    parse: integer(0, 10_000_000),
    expected: 'a number, 0 for off',
    development: 0,
    production: 1200,
  }),
  LOGIN_LIMIT_PER_MINUTE: variable({
    parse: integer(0, 10_000_000),
    expected: 'a number, 0 for off',
    development: 0,
    production: 20,
  }),
  MAIL_LIMITS: variable<readonly [ofAddress: number, ofPerson: number, ofShop: number]>({
    parse: three(integer(0, 10_000_000)),
    expected: 'three numbers, 0 for off: mails an hour by a client address, a guest and a shop, such as 20,5,300',
    development: [0, 0, 0],
    production: [20, 5, 300],
  }),
  WEBHOOK_SOURCE_ADDRESSES: variable<readonly string[]>({
    parse: list(ipAddress, 64),
    expected: 'local IP addresses, separated by commas',
    development: [],
  }),
  WEBHOOK_PROXY_URL: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'an http:// or https:// address',
    development: none,
  }),
  MAIL: variable({ parse: mailSwitch, expected: 'on or off', development: true }),
  SMTP_URL: variable<string | undefined>({
    parse: url('smtp:', 'smtps:'),
    expected: 'an smtp:// or smtps:// address',
    development: none,
  }),
  MAIL_FROM: variable({
    parse: sender,
    expected: 'a sender such as Shop <shop@example.com>',
    development: 'Commerce Platform <no-reply@example.com>',
    production: '',
  }),
  PUBLIC_URL: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'the address clients use, http:// or https://',
    development: none,
    production: 'required',
  }),
  SECURITY_CONTACT: variable<string | undefined>({
    parse: contact,
    expected: 'an e-mail address or a page (https://)',
    development: none,
  }),
  TRUST_PROXY: variable<false | number | readonly string[]>({
    // Never trusts the whole chain: its first address is written by the client. `true` trusts the last proxy.
    parse: (value) =>
      value === 'false' ? false : value === 'true' ? 1 : (integer(1, 16)(value) ?? list(addressOrRange, 64)(value)),
    expected: 'a number of proxies, or their addresses or ranges (not of everybody), separated by commas',
    development: false,
  }),
  TLS_CERT_FILE: variable<string | undefined>({ parse: text, expected: 'a PEM file', development: none }),
  TLS_KEY_FILE: variable<string | undefined>({ parse: text, expected: 'a PEM file', development: none }),
  LOG_LEVEL: variable({
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    expected: 'fatal, error, warn, info, debug, trace or silent',
    development: 'info',
  }),
  ...processVariables,
}

export { every, type Page, read, type Schemas } from './answers.ts'
export type { paths } from './contract.gen.ts'
export { type Client, type ClientOptions, createClient } from './create-client.ts'
export { currencyDigits } from './currencies.gen.ts'
export { ApiError, type ErrorCode, type FieldFault } from './errors.ts'
export { alone } from './one-tab.ts'
export {
  createServerClient,
  type ServerClient,
  type ServerClientOptions,
  type Visitor,
  type VisitorRequest,
} from './server.ts'
export { browserSession, type SessionStore, type SessionTokens, type StoredSession as KeptSession } from './session.ts'
export type { AccessToken } from './tokens.ts'

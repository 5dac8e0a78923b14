import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { ApiError, createClient, read, type Schemas } from '@commerce-platform/client'
import type { Command } from 'commander'
import {
  type Account,
  accountFile,
  cleanUrl,
  clientOf,
  defaultUrl,
  findAccount,
  forgetAccount,
  plainWarning,
  storeAccount,
} from '../account.ts'
import { reachService } from '../connection.ts'
import { action, type Context, type Shared } from '../context.ts'
import { exitCodes, Problem, wrongUsage } from '../problems.ts'
import { ask, readInput } from '../prompt.ts'
import { readSetting } from '../settings-folder.ts'

interface LoginOptions {
  url?: string
  email?: string
  passwordStdin?: boolean
  code?: string
  merchant?: string
  apiKey?: string
}

/** `login`, `logout`, `whoami`. */
export function addLogin(program: Command, shared: Shared): void {
  program
    .command('login')
    .description('sign in to a shop as its staff, and keep an API key of your own for it')
    .option('--url <url>', `address of the service (default: COMMERCE_URL, the last one, or ${defaultUrl})`)
    .option('--email <email>', 'your e-mail address')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'six digits of the authenticator, or a recovery code')
    .option('--merchant <id>', 'the shop, if you work for several')
    .option('--api-key <key>', 'an API key (ck_…) in place of e-mail and password; needs --merchant')
    .action(action<LoginOptions>(shared, login))
  program.command('logout').description('revoke the key of this machine, and forget it').action(action(shared, logout))
  program
    .command('whoami')
    .description('where you are signed in, and as whom')
    .action(
      action(shared, async ({ output, account, client }) => {
        const { url, merchantId } = account()
        const shop = await read(client().api.GET('/admin/merchant'))
        output.result({ url, merchant_id: merchantId, name: shop.name }, () => `${shop.name} (${merchantId}) at ${url}`)
      }),
    )
}

async function login(context: Context, options: LoginOptions): Promise<void> {
  const url = cleanUrl(options.url ?? findAccount().url ?? defaultUrl)
  const signedIn = readSetting<Account>(accountFile)
  // The device is a secret, too: each service has another one.
  const deviceId = signedIn?.url === url ? signedIn.deviceId : randomUUID()
  const warning = plainWarning(url)
  if (warning !== undefined) context.output.note(warning)
  const account = options.apiKey
    ? { url, deviceId, apiKey: options.apiKey, merchantId: options.merchant ?? missingMerchant() }
    : await signIn(context, url, deviceId, options)
  const shop = await read(clientOf(account).api.GET('/admin/merchant'))
  try {
    storeAccount(account)
  } catch (error) {
    // The new key would stay valid, with nobody who knows of it; so would that of the sign-in before, below.
    await revoke(account)
    throw error
  }
  if (signedIn !== undefined && signedIn.apiKey !== account.apiKey) await revoke(signedIn)
  context.output.result({ url, merchant_id: account.merchantId, name: shop.name }, () => [
    `Signed in to ${shop.name} at ${url}.`,
    'Next: `commerce listen --forward-to http://localhost:4000/webhooks`, or `commerce doctor`.',
  ])
}

function missingMerchant(): never {
  throw wrongUsage('an API key is of one shop', 'Name its id with --merchant.')
}

/** Makes a key with all that the role may, and ends the session: a key survives, and is revoked by itself. */
async function signIn(context: Context, url: string, deviceId: string, options: LoginOptions): Promise<Account> {
  const email = options.email ?? (await ask(context, 'E-mail', '--email'))
  const password = options.passwordStdin
    ? await readInput(context.streams.input)
    : await ask(context, 'Password', '--password-stdin', true)
  const signedIn = await passwordOrCode(context, url, deviceId, { email, password }, options)
  const { merchant_id: merchantId, permissions } = signedIn.user
  const { api } = createClient({
    baseUrl: url,
    deviceId,
    merchantId,
    accessToken: signedIn.access_token,
    fetch: reachService,
  })
  if (!permissions.includes('keys.write')) {
    const remedy = 'Ask an owner of the shop for a key, then: `commerce login --api-key ck_… --merchant ID`.'
    throw new Problem('your role may not make API keys', remedy)
  }
  const body = { kind: 'admin' as const, name: `commerce on ${hostname()}`.slice(0, 100), permissions }
  const key = await read(api.POST('/admin/api-keys', { body }))
  // The key ends with the session's user, not with the session.
  await api.POST('/user/logout').catch(() => {})
  return { url, deviceId, merchantId, apiKey: key.key, apiKeyId: key.id }
}

type SignedIn = Schemas['AdminSignedIn']['data']

async function passwordOrCode(
  context: Context,
  url: string,
  deviceId: string,
  body: { email: string; password: string },
  options: LoginOptions,
): Promise<SignedIn> {
  const merchant = options.merchant && { merchantId: options.merchant }
  const { api } = createClient({ baseUrl: url, deviceId, fetch: reachService, ...merchant })
  try {
    return await read(api.POST('/admin/login', { body }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'MERCHANT_ACCESS_DENIED') throw chooseMerchant(error)
    const challenge = (error.details as { challenge?: string } | undefined)?.challenge
    if (error.code !== 'TWO_FACTOR_REQUIRED' || challenge === undefined) throw error
    const code = options.code ?? (await ask(context, 'Code of the authenticator', '--code'))
    return (await read(api.POST('/user/login/two-factor', { body: { challenge, code } }))) as SignedIn
  }
}

function chooseMerchant(error: ApiError): Problem {
  const { merchants = [] } = (error.details ?? {}) as { merchants?: { id: string; name: string }[] }
  if (merchants.length === 0) return new Problem(error.message, undefined, exitCodes.failed)
  const list = merchants.map(({ id, name }) => `  --merchant ${id}   ${name}`).join('\n')
  return wrongUsage('you work for several shops', `Name one:\n${list}`)
}

async function logout({ output }: Context): Promise<void> {
  const stored = readSetting<Account>(accountFile)
  if (stored === undefined) {
    output.result({ signed_out: false }, () => 'You were not signed in.')
    return
  }
  const revoked = await revoke(stored)
  forgetAccount()
  const isStored = stored.apiKeyId !== undefined && !revoked
  output.result({ signed_out: true, revoked }, () =>
    isStored
      ? 'Signed out here. The key could not be revoked: do so in the console, under Settings, API keys.'
      : 'Signed out.',
  )
}

/** Revokes a key that `login` has made; false if it was given, or cannot be revoked. */
async function revoke(account: Account): Promise<boolean> {
  if (account.apiKeyId === undefined) return false
  const path = { id: account.apiKeyId }
  return clientOf(account)
    .api.DELETE('/admin/api-keys/{id}', { params: { path } })
    .then(
      () => true,
      () => false,
    )
}

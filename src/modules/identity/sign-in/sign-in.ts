import { byUser } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Actor, Origin } from '#src/platform/http/auth/authentication.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { insertUser, selectCredentials, type UserRow } from '../accounts/queries.ts'
import { type AtShops, joinShop, joinShopsOfGuest } from '../accounts/user-events.ts'
import { type CountedAttempt, countAttempt, limitFailures } from '../attempts/attempts.ts'
import { countMails } from '../attempts/mail-limits.ts'
import { uncountAttempts } from '../attempts/queries.ts'
import type { Dependencies } from '../dependencies.ts'
import { duplicateEmail, endGuest, registerGuest } from '../guests/guests.ts'
import { mailVerification } from '../mails/mailing.ts'
import { checkNewPassword, hashPassword, verifyPassword } from '../passwords/passwords.ts'
import { checkPhone, emailKey, emailKeys } from '../rules.ts'
import { openSession, type TokenPair } from '../sessions/sessions.ts'
import { openSignIn } from './open-sign-in.ts'
import { recordRefusedSignIn } from './refused-sign-ins.ts'
import { requireSecondFactor } from './sign-in-challenge.ts'

export interface Registration {
  email: string
  password: string
  name?: string | null
  phone?: string | null
}

export interface SignIn {
  tokens: TokenPair
  user: UserRow
}

export interface Credentials {
  email: string
  password: string
}

type RegistrationServices = AtShops & Pick<Dependencies, 'tokens' | 'config'>
type SignInServices = AtShops & Pick<Dependencies, 'config' | 'signInTurns' | 'tokens' | 'revocations'>

/** A registration with its password hashed, so that no transaction waits for the slow hash. */
export type PreparedRegistration = Omit<Registration, 'password'> & {
  password_hash: string
  phone: string | null
  attempt: CountedAttempt
  /** Client address, as limits count it. */
  address: string
}

/** @throws AppError VALIDATION_ERROR (phone, password), RATE_LIMITED */
export async function prepareRegistration(
  services: Pick<Dependencies, 'db' | 'config'>,
  { password, ...input }: Registration,
  origin: Origin,
): Promise<PreparedRegistration> {
  const phone = checkPhone(input.phone)
  await checkNewPassword(password, input.email)
  const attempt = await countAttempt(services, origin, { emailKey: emailKey(input.email) })
  return {
    ...input,
    phone,
    attempt,
    address: origin.address,
    password_hash: await hashPassword(password, origin.address),
  }
}

/**
 * Creates a user as a customer of the given or the default merchant, opens a session and mails a link to confirm the
 * address, unless the limit of mails is reached (`countMails`). A guest becomes that user and keeps their session.
 * @throws AppError MERCHANT_ACCESS_DENIED, EMAIL_TAKEN, CONFLICT (the guest has registered already)
 */
export async function register(
  db: Executor,
  services: RegistrationServices,
  input: PreparedRegistration,
  deviceId: string,
  namedMerchantId: string | undefined,
  guest?: Actor,
): Promise<SignIn & { isMailed: boolean }> {
  const { memberships, config } = services
  const merchantId = await memberships.findMerchantId(db, namedMerchantId)
  if (merchantId === undefined && namedMerchantId !== undefined) {
    throw new AppError('MERCHANT_ACCESS_DENIED', 'merchant-id is not the id of a shop')
  }
  const fields = {
    id: guest?.userId ?? newId(),
    email: input.email,
    name: input.name ?? null,
    phone: input.phone,
    is_verified: false,
    email_key: emailKey(input.email),
    password_hash: input.password_hash,
  }
  const { password_hash } = input

  return inTransaction(db, async (transaction) => {
    const user = await (guest ? registerGuest : insertUser)(transaction, fields)
    if (user === undefined) throw duplicateEmail()
    if (guest) await joinShopsOfGuest(transaction, services, user.id, merchantId)
    else if (merchantId) await joinShop(transaction, services, user.id, merchantId)
    const cause = { address: input.address, userId: user.id, merchantId }
    const isMailed = await countMails(transaction, config, cause)
    if (isMailed) await mailVerification(transaction, user.id, merchantId)
    const opened = await openSession(transaction, services.tokens, { id: user.id, password_hash }, deviceId)
    if (opened === undefined) throw new Error('the account was created in this transaction')
    // The attempt stays counted for the client address; the new account begins without attempts.
    await uncountAttempts(transaction, input.attempt.ofAccount)
    return { user, tokens: opened.tokens, isMailed }
  })
}

/**
 * Opens a user session, and ends the guest who signs in. @throws AppError INVALID_CREDENTIALS, RATE_LIMITED,
 * TWO_FACTOR_REQUIRED
 */
export async function login(
  services: SignInServices,
  input: Credentials,
  origin: Origin,
  guest?: Actor,
): Promise<SignIn> {
  const { db } = services
  const user = await checkCredentials(services, input, origin)
  await requireSecondFactor(db, user, origin.deviceId)
  return inTransaction(db, async (transaction) => {
    const tokens = (await openSignIn(transaction, services, user, origin)) ?? refuseCredentials()
    if (guest) await endGuest(transaction, services, guest.userId, user.id)
    return { user, tokens }
  })
}

/**
 * Opens an admin session for one merchant: the one named, or the only one the user works for.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED, INSUFFICIENT_PERMISSIONS, MERCHANT_ACCESS_DENIED,
 *   TWO_FACTOR_REQUIRED
 */
export async function adminLogin(
  services: SignInServices,
  input: Credentials,
  origin: Origin,
  merchantId: string | undefined,
) {
  const { db, memberships } = services
  const refused = () => recordRefusedSignIn(services, input.email, origin, merchantId)
  const user = await checkCredentials(services, input, origin, refused)
  const roles = await memberships.rolesOf(db, user.id)
  const chosen = merchantId === undefined ? roles : roles.filter((role) => role.merchant_id === merchantId)
  const [staff] = chosen
  if (staff === undefined || !user.is_verified) await refused()
  if (roles.length === 0) throw new AppError('INSUFFICIENT_PERMISSIONS', 'this account is not staff of any shop')
  if (!user.is_verified) {
    throw new AppError('INSUFFICIENT_PERMISSIONS', 'staff sign in with a confirmed e-mail address; confirm it first', {
      details: { is_verified: false },
    })
  }
  if (staff === undefined) throw new AppError('MERCHANT_ACCESS_DENIED', 'this account is not staff of that shop')
  if (chosen.length > 1) {
    throw new AppError(
      'MERCHANT_ACCESS_DENIED',
      'this account is staff of several shops; send the id of one as merchant-id',
      {
        details: {
          merchants: chosen.map(({ merchant_id: id, merchant_name: name, role_name: role }) => ({ id, name, role })),
        },
      },
    )
  }
  const membership = { merchantId: staff.merchant_id, role: staff.role }
  await requireSecondFactor(db, user, origin.deviceId, membership)
  const session = { ...membership, cause: byUser(user.id, origin) }
  const tokens = await openSignIn(db, services, user, origin, session)
  return { user, staff: membership, tokens: tokens ?? refuseCredentials() }
}

/** `onRefusal` is called for a wrong password, before the answer. */
async function checkCredentials(
  services: SignInServices,
  { email, password }: Credentials,
  origin: Origin,
  onRefusal: () => Promise<void> = async () => {},
) {
  const key = emailKey(email)
  const user = await limitFailures(services, key, origin, async () => {
    const found = await selectCredentials(services.db, emailKeys(email))
    const matches = await verifyPassword(found?.password_hash, password, origin.address)
    return matches && found?.password_hash != null ? { ...found, password_hash: found.password_hash } : undefined
  })
  if (user !== undefined) return user
  await onRefusal()
  return refuseCredentials()
}

function refuseCredentials(): never {
  throw new AppError('INVALID_CREDENTIALS', 'e-mail or password is wrong')
}

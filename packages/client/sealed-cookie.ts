/** Encrypts what a cookie holds, so that neither the browser nor who steals a log can read or change it. */
export interface CookieSeal {
  seal(text: string): Promise<string>
  /** Undefined for what none of the secrets has sealed. */
  open(value: string): Promise<string | undefined>
}

/** Its name differs between the types of browsers and of Node.js. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const ivBytes = 12
const minCharacters = 32

/**
 * AES-256-GCM with keys derived from the secrets (HKDF). The first one seals, each one opens, so that a secret can be
 * replaced. `purpose` binds a value to its cookie.
 * @throws TypeError if a secret is shorter than 32 characters
 */
export function createCookieSeal(secrets: readonly string[], purpose: string): CookieSeal {
  if (secrets.length === 0 || secrets.some((secret) => secret.length < minCharacters)) {
    throw new TypeError(`the secret of the cookie needs at least ${minCharacters} characters`)
  }
  let deriving: Promise<Key[]> | undefined
  const keys = () => {
    deriving ??= Promise.all(secrets.map((secret) => deriveKey(secret, purpose)))
    return deriving
  }
  return {
    async seal(text) {
      const [key] = await keys()
      if (key === undefined) throw new Error('there is no key')
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
      return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
    },
    async open(value) {
      const bytes = fromBase64Url(value)
      if (bytes === undefined || bytes.length <= ivBytes) return undefined
      const [iv, sealed] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes)]
      for (const key of await keys()) {
        const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed).catch(() => undefined)
        if (opened !== undefined) return new TextDecoder().decode(opened)
      }
      return undefined
    },
  }
}

async function deriveKey(secret: string, purpose: string): Promise<Key> {
  const text = new TextEncoder()
  const material = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(purpose) }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(value: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(value)) return undefined
  try {
    return Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

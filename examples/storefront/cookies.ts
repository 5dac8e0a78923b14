import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Values that visitors keep for the shop, and can neither read nor change: AES-256-GCM, named by their cookie. */
export interface Seal {
  seal(name: string, value: object): string
  open(name: string, sealed: string | undefined): unknown
}

export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cookies of the storefront', 32))
  return {
    seal(name, value) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(name, sealed) {
      const bytes = Buffer.from(sealed ?? '', 'base64url')
      if (bytes.length < 28) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(12, 28))
        return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString())
      } catch {
        return undefined
      }
    },
  }
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

/** No script reads it, and no other site sends it with a form. Without a value it is deleted. */
export function cookieOf(name: string, value: string | undefined, days: number, isSecure: boolean): string {
  const age = value === undefined ? 0 : days * 86_400
  return `${name}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${isSecure ? '; Secure' : ''}`
}

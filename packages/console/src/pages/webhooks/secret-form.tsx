import { rich } from '#console/lib/rich.ts'

/** Which libraries take a secret that the service has made. */
export function SecretForm() {
  return (
    <p className="mt-2 text-ink-2">
      {rich(
        'Copy it whole, with <code>whsec_</code>: our verifier, standardwebhooks and svix read it as it is. ' +
          'In svix 2, verify returns nothing, so parse the body afterwards.',
        { code: (inside) => <code>{inside}</code> },
      )}
    </p>
  )
}

/** Where `npm run storefront` listens, if nobody says otherwise. */
const storefrontPort = 3100

/** Local answers come at once; what does not answer is no storefront of ours. */
const patienceMs = 500

/** The address of the storefront that comes with the service, if it runs on this machine. */
export async function findStorefront(port = storefrontPort): Promise<string | undefined> {
  const address = `http://127.0.0.1:${port}`
  try {
    const answer = await fetch(`${address}/health`, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
    const { storefront } = (await answer.json()) as { storefront?: unknown }
    return storefront === true ? address : undefined
  } catch {
    return undefined
  }
}

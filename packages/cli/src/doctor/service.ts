import { defaultUrl } from '../account.ts'
import { reach } from '../connection.ts'
import { causeOf, isLostConnection, proxyRemedy, silenceOf } from '../problems.ts'
import { isPlainAway } from '../proxies.ts'
import type { Check, Finding } from './findings.ts'

const timeoutMs = 10_000
/** Receivers refuse signatures that are more than five minutes off. */
const clockFaultSeconds = 120

const urlOf = ({ account }: Parameters<Check>[0]) => account.url ?? defaultUrl

/** Pages of the service that people copy from the address bar. */
export const checkAddress: Check = (patient) => {
  const { pathname, origin } = new URL(urlOf(patient))
  const page = /^\/(console|docs|admin|health|orders|pay)(\/|$)/.exec(pathname)?.[1]
  if (page === undefined) return [{ check: 'address', status: 'ok', message: urlOf(patient) }]
  const message = `${urlOf(patient)} is a page of the service, not its address`
  return [{ check: 'address', status: 'fault', message, remedy: `commerce login --url ${origin}` }]
}

/** A key over plain HTTP can be read on the way. */
export const checkTransport: Check = (patient) => {
  const { hostname } = new URL(urlOf(patient))
  if (!isPlainAway(urlOf(patient))) return []
  const message = `${hostname} is called over plain HTTP: anybody on the way can read the key`
  return [{ check: 'transport', status: 'warning', message, remedy: `Use https://${hostname}.` }]
}

export const checkAnswer: Check = async (patient) => {
  const url = urlOf(patient)
  try {
    const sent = Date.now()
    const answer = await reach(`${url}/health/live`, { signal: AbortSignal.timeout(timeoutMs) })
    const date = Date.parse(answer.headers.get('date') ?? '')
    // The header has whole seconds, and was written in between.
    if (!Number.isNaN(date)) patient.clockAhead = ((sent + Date.now()) / 2 - date - 500) / 1000
    const body = await answer.json().catch(() => undefined)
    if (answer.ok && body?.success === true) return [{ check: 'answer', status: 'ok', message: `${url} answers` }]
    const moved = answer.headers.get('location')
    const message = `what answers at ${url} is not the Commerce Platform (${answer.status})`
    const remedy = moved === null ? 'Is the port that of another program?' : `It leads to ${moved}. Use that address.`
    return [{ check: 'answer', status: 'fault', message, remedy }]
  } catch (error) {
    if (!isLostConnection(error)) throw error
    const remedy = proxyRemedy(error)
    if (remedy !== undefined) return [{ check: 'answer', status: 'fault', message: silenceOf(error), remedy }]
    return [explainSilence(url, causeOf(error))]
  }
}

const silences: [reason: RegExp, message: string, remedy: string][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'has a name that is not known', 'Look for a typing error, and at your connection.'],
  [/bad port/, 'has a port that HTTP clients never use', 'Let the service listen on another one: PORT.'],
  [/ECONNREFUSED/, 'refuses connections: nothing listens there', 'Start the service: `npm start`. Is the port right?'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|certificate/i,
    'has a certificate that this machine does not trust',
    'Renew it; one of your own: NODE_EXTRA_CA_CERTS=/path/to/ca.pem.',
  ],
  [/SSL|TLS|EPROTO/i, 'does not speak TLS at this port', 'Use http:// for it, or the port of HTTPS.'],
  [/HPE_|parse/i, 'does not speak HTTP at this port', 'Use https:// for it, or the port of HTTP.'],
]

function explainSilence(url: string, cause: string): Finding {
  const explained = silences.find(([reason]) => reason.test(cause))
  const [, message, remedy] = explained ?? ['', 'does not answer', 'Is a firewall or a proxy between?']
  return { check: 'answer', status: 'fault', message: `${url} ${message} (${cause})`, remedy }
}

export const checkReady: Check = async (patient) => {
  const answer = await reach(`${urlOf(patient)}/health/ready`, { signal: AbortSignal.timeout(timeoutMs) })
  if (answer.ok) return [{ check: 'ready', status: 'ok', message: 'the service is ready' }]
  const remedy = 'It waits for its database: read its log, and see docs/operations/run.md.'
  return [{ check: 'ready', status: 'fault', message: 'the service lives, and is not ready', remedy }]
}

export const checkClock: Check = ({ clockAhead = 0 }) => {
  const off = Math.round(clockAhead)
  if (Math.abs(off) < clockFaultSeconds) return [{ check: 'clock', status: 'ok', message: 'the clocks agree' }]
  const message = `this clock is ${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} the service’s`
  const remedy = 'Set it by NTP: signatures of webhooks are refused after five minutes.'
  return [{ check: 'clock', status: 'fault', message, remedy }]
}

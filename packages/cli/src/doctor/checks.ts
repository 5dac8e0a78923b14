import { statSync } from 'node:fs'
import { join } from 'node:path'
import { accountFile } from '../account.ts'
import { explain } from '../problems.ts'
import { settingsFolder } from '../settings-folder.ts'
import type { Check, Finding, Patient } from './findings.ts'
import { checkReceiver } from './receiver.ts'
import { checkAddress, checkAnswer, checkClock, checkReady, checkTransport } from './service.ts'
import { checkKey, checkPermissions, checkProxy, checkSelling, checkSignIn, checkSubscriptions } from './shop.ts'

/**
 * All checks in their order, each only as long as what it builds on is right: without an answer of the service there is
 * nothing to say about a key.
 */
export async function examine(patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = []
  const run = async (...checks: Check[]) => {
    for (const check of checks) {
      const found = await unlessBroken(check, patient)
      findings.push(...found)
      if (found.some(({ status }) => status === 'fault')) return false
    }
    return true
  }
  await run(checkNode)
  await run(checkSettings)
  const isThere = await run(checkAddress, checkTransport, checkAnswer, checkReady)
  if (isThere) await run(checkClock)
  const isSignedIn = await run(checkSignIn)
  if (isThere && isSignedIn && (await run(checkKey, checkPermissions))) {
    await run(checkProxy)
    await run(checkSubscriptions)
    await run(checkSelling)
  }
  await run(checkReceiver)
  return findings
}

/** A service that dies meanwhile, or answers what no contract has, is a finding like others. */
async function unlessBroken(check: Check, patient: Patient): Promise<Finding[]> {
  try {
    return await check(patient)
  } catch (error) {
    const { message, remedy = 'Read the log of the service.' } = explain(error, patient.account.url)
    return [{ check: 'service', status: 'fault', message, remedy }]
  }
}

const checkNode: Check = () => {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 20) return [{ check: 'node', status: 'ok', message: `Node.js ${process.versions.node}` }]
  const remedy = 'Install Node.js 20 or later.'
  return [{ check: 'node', status: 'fault', message: `Node.js ${process.versions.node} is too old`, remedy }]
}

/** The file holds a key: nobody else may read it. */
const checkSettings: Check = () => {
  const path = join(settingsFolder(), accountFile)
  let mode: number
  try {
    mode = statSync(path).mode & 0o777
  } catch {
    return [{ check: 'settings', status: 'ok', message: `${path} is not there; the environment is used` }]
  }
  if (process.platform === 'win32' || (mode & 0o077) === 0) {
    return [{ check: 'settings', status: 'ok', message: `only you can read ${path}` }]
  }
  const message = `others can read ${path}, which holds a key`
  return [{ check: 'settings', status: 'fault', message, remedy: `chmod 600 '${path}'` }]
}

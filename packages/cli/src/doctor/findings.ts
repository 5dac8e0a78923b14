import type { FoundAccount } from '../account.ts'

export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'fault'
  message: string
  /** What to do about it. */
  remedy?: string
}

export interface Patient {
  account: FoundAccount
  /** Receiver on this machine, if one was named. */
  receiver: string | undefined
  /** Set by the first check that reaches the service: the seconds that this clock is ahead. */
  clockAhead?: number
}

export type Check = (patient: Patient) => Promise<Finding[]> | Finding[]

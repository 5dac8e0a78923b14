import cluster from 'node:cluster'

/** The role of a supervised process, told to it by its environment. */
export type ProcessRole = 'web' | 'background'

export function supervisedRole(): ProcessRole | undefined {
  return cluster.isWorker ? (process.env['COMMERCE_PROCESS'] as ProcessRole) : undefined
}

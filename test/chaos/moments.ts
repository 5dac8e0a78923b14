/** The chosen moments at which a process is killed (`mortal.ts`), by the kind of process that comes there. */
export const moments = {
  web: [
    'in an order',
    'between commit and answer',
    'before a charge',
    'after a charge',
    'before a refund',
    'after a refund',
  ],
  worker: ['before outcomes are written'],
} as const

export type Role = keyof typeof moments
export type Moment = (typeof moments)[Role][number]

import { integer, onOrOff, type Variable, variable } from './parsers.ts'

/** What the processes of a server do. Part of variables.ts. */
export const processVariables = {
  WEB_PROCESSES: variable({
    parse: integer(0, 256),
    expected: 'a number, 0 for one per core',
    development: 1,
    production: 0,
  }),
  BACKGROUND_WORK: variable({ parse: onOrOff, expected: 'on or off', development: true }),
} satisfies Record<string, Variable<unknown>>

interface ProcessConfig {
  readonly WEB_PROCESSES: number
  readonly BACKGROUND_WORK: boolean
  readonly DATABASE_URL: string | undefined
}

/** A supervisor keeps a background process beside its web processes, which share one. */
export function processFaults({ WEB_PROCESSES, BACKGROUND_WORK, DATABASE_URL }: ProcessConfig): string[] {
  if (BACKGROUND_WORK || (WEB_PROCESSES === 1 && DATABASE_URL !== undefined)) return []
  return ['BACKGROUND_WORK=off needs DATABASE_URL and WEB_PROCESSES=1, and src/entries/worker.ts running beside']
}

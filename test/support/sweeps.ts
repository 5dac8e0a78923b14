import { background } from '#src/app/background.ts'
import type { TestApp } from './app.ts'

/** Runs a sweep once, by its name, for tests of reads that depend on another module's fold. */
export async function runSweep({ deps }: TestApp, name: string): Promise<void> {
  const sweep = background.flatMap(({ sweeps = [] }) => sweeps).find((one) => one.name === name)
  if (sweep === undefined) throw new Error(`there is no sweep ${name}`)
  await sweep.run(deps)
}

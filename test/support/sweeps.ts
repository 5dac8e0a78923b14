import { findSweep } from '#src/app/background.ts'
import type { TestApp } from './app.ts'

/** Runs a sweep once, by its name: for tests of what reads beside what another module folds. */
export async function runSweep({ deps }: TestApp, name: string): Promise<void> {
  await findSweep(name).run(deps)
}

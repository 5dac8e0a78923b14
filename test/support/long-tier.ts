import type { Counts } from './counts-reporter.ts'
import { runTestFiles, type TestRun } from './test-run.ts'

/** Longer than the timeout of one test. With production's times a file may take hours. */
const longestFileMs = 1_200_000

/**
 * Runs each file in a process of its own, `atOnce` at a time, and prints the output of failing ones. These run once
 * more at the end, alone: a file that passes then is unstable.
 */
export async function runLongTier(
  run: TestRun,
  files: readonly string[],
  { patient, atOnce }: { patient: boolean; atOnce: number },
): Promise<Counts & { unstable: string[] }> {
  const limitMs = patient ? undefined : longestFileMs
  const total = { passed: 0, failed: 0 }
  const failed: string[] = []
  const waiting = [...files]
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = await runAlone(run, file, limitMs)
      if (result.failed > 0) failed.push(file)
      else total.passed += result.passed
    }
  }
  await Promise.all(Array.from({ length: patient ? 1 : atOnce }, work))
  const unstable: string[] = []
  for (const file of failed) {
    const result = await runAlone(run, file, limitMs)
    total.passed += result.passed
    total.failed += result.failed
    if (result.failed === 0) unstable.push(file)
  }
  return { ...total, unstable }
}

async function runAlone(run: TestRun, file: string, limitMs: number | undefined): Promise<Counts> {
  const began = performance.now()
  const { passed, failed, output } = await runTestFiles(run, [file], { atOnce: 1, show: false, limitMs })
  const seconds = Math.round((performance.now() - began) / 1_000)
  if (failed > 0) process.stdout.write(output)
  process.stdout.write(`${failed > 0 ? '✖' : '✔'} ${file}: ${passed} passed, ${failed} failed, ${seconds} s\n`)
  return { passed, failed }
}

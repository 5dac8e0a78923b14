import { runTestFiles, type TestRun } from './test-run.ts'

/** Longer than the timeout of one test. With production's times a file may take hours. */
const longestFileMs = 1_200_000

interface Outcome {
  passed: number
  failed: number
}

/**
 * Runs each file in a process of its own, `atOnce` at a time, and prints the output of failing ones. These run once
 * more at the end.
 */
export async function runLongTier(
  run: TestRun,
  files: readonly string[],
  { patient, atOnce }: { patient: boolean; atOnce: number },
): Promise<Outcome & { unstable: string[] }> {
  const limitMs = patient ? undefined : longestFileMs
  const total = { passed: 0 }
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
  const again = await runAgain(run, failed, limitMs)
  return { passed: total.passed + again.passed, failed: again.failed, unstable: again.unstable }
}

/** Runs files that failed once more, one after the other. One that passes now is unstable. */
export async function runAgain(
  run: TestRun,
  files: readonly string[],
  limitMs?: number,
): Promise<Outcome & { unstable: string[] }> {
  const total = { passed: 0, failed: 0, unstable: [] as string[] }
  for (const file of files) {
    const { passed, failed } = await runAlone(run, file, limitMs)
    total.passed += passed
    total.failed += failed
    if (failed === 0) total.unstable.push(file)
  }
  return total
}

async function runAlone(run: TestRun, file: string, limitMs: number | undefined): Promise<Outcome> {
  const began = performance.now()
  const { passed, failed, output } = await runTestFiles(run, [file], { atOnce: 1, show: false, limitMs })
  const seconds = Math.round((performance.now() - began) / 1_000)
  if (failed > 0) process.stdout.write(output)
  process.stdout.write(`${failed > 0 ? '✖' : '✔'} ${file}: ${passed} passed, ${failed} failed, ${seconds} s\n`)
  return { passed, failed }
}

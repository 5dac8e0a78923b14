import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

/**
 * A queue of test files shared by a few processes: each process takes one file after the other. Loading the service's
 * 1,500 modules takes 1.7 CPU seconds, so not every file has a process of its own.
 */
export function makeQueue(folder: string, files: readonly string[]): void {
  mkdirSync(folder)
  for (const [index, file] of files.entries()) writeFileSync(join(folder, String(index).padStart(4, '0')), file)
}

/** The test runner starts a process for each of these files. */
export function makeProcessFiles(folder: string, queue: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, `process-${index + 1}.test.mjs`)
    const run = `import { runQueue } from ${JSON.stringify(import.meta.url)}\n`
    writeFileSync(path, `${run}await runQueue(${JSON.stringify(queue)})\n`)
    return path
  })
}

/**
 * Runs the remaining files, each as a suite of its name, so that hooks outside of a suite run before and after its
 * tests.
 */
export async function runQueue(folder: string): Promise<void> {
  for (const name of readdirSync(folder).sort()) {
    const file = take(join(folder, name))
    if (file === undefined) continue
    await describe(file, async () => {
      await import(pathToFileURL(resolve(file)).href)
    })
  }
}

/** The process that deletes the entry runs the file. */
function take(entry: string): string | undefined {
  try {
    const file = readFileSync(entry, 'utf8')
    unlinkSync(entry)
    return file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

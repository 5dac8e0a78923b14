import { readCommandLine, refuseWords, UsageError } from './command-line.ts'
import { writeGuide } from './guide/write-guide.ts'

const usage = `npm run guide -- --to FOLDER

Writes the guide and the reader of the contract as files, for any web server. Their links are relative.`

const folder = readCommandLine(usage, { to: { type: 'string' } }, ({ to }, words) => {
  refuseWords(words)
  if (to === undefined) throw new UsageError('--to FOLDER is missing')
  return to
})
const files = await writeGuide(folder)
process.stdout.write(`${files} files in ${folder}\n`)

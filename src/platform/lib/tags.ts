import type { FieldFault } from './errors.ts'

/** Tags as they are kept: those that differ only in case are one. Adds what is wrong to `faults`. */
export function readTags(tags: readonly string[], faults: FieldFault[]): string[] {
  const byKey = new Map<string, string>()
  for (const [index, typed] of tags.entries()) {
    const tag = typed.trim()
    const field = `tags[${index}]`
    if (tag === '') faults.push({ field, message: 'must not be blank' })
    else if (tag.includes(','))
      faults.push({ field, message: 'must not have a comma: send two tags, such as urgent and gift' })
    else if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag)
  }
  return [...byKey.values()]
}

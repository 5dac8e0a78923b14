/** The sections of a change log: their headings, and what stands below each. */
const heading = /^## (.+)$/m

export interface ReleasedLog {
  /** The whole change log, with the version and the date in the heading of its first section. */
  text: string
  /** The section alone. */
  notes: string
}

/** @throws if the first section is not of this version, has a date, or is empty */
export function releaseLog(log: string, version: string, date: string): ReleasedLog {
  const found = heading.exec(log)
  const name = found?.[1]?.trim()
  if (found === null || (name !== version && name?.toLowerCase() !== 'unreleased'))
    throw new Error(
      `the first section of CHANGELOG.md is ${name === undefined ? 'missing' : `"${name}"`}; ` +
        `expected "Unreleased" or "${version}", with what changes`,
    )
  const before = log.slice(0, found.index)
  const after = log.slice(found.index + found[0].length)
  const next = heading.exec(after)?.index ?? after.length
  const notes = after.slice(0, next).trim()
  if (notes === '') throw new Error(`the section "${name}" of CHANGELOG.md is empty; say what changes`)
  return { text: `${before}## ${version} (${date})${after}`, notes }
}

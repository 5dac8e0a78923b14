const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const

type Dependencies = Record<string, string>
export type Package = { name?: string; version?: string } & Partial<Record<(typeof groups)[number], Dependencies>>

const isOurs = (name: string | undefined) =>
  name !== undefined && (name === 'commerce-platform-api' || name.startsWith('@commerce-platform/'))

/** Sets the version of a package of ours, and of the packages of ours that it needs. */
export function setVersion<Each extends Package>(one: Each, before: string, version: string): Each {
  const renew = (needed: Dependencies) =>
    Object.fromEntries(
      Object.entries(needed).map(([name, wanted]) => [name, isOurs(name) && wanted === before ? version : wanted]),
    )
  const renewed = groups.flatMap((group) => (one[group] === undefined ? [] : [[group, renew(one[group])] as const]))
  const own = isOurs(one.name) && one.version !== undefined ? { version } : {}
  return { ...one, ...own, ...Object.fromEntries(renewed) }
}

export interface LockFile {
  name?: string
  version?: string
  packages: Record<string, Package & { link?: boolean }>
}

/** The same in a lock file, which names its packages by their folders. */
export function setLockedVersion(lock: LockFile, before: string, version: string): LockFile {
  const packages = Object.entries(lock.packages).map(([path, one]) => {
    const isRootOrWorkspace = path === '' || !path.includes('node_modules/')
    return [path, isRootOrWorkspace ? setVersion(one, before, version) : one]
  })
  return { ...lock, version, packages: Object.fromEntries(packages) }
}

/** Names of packed packages in texts, such as `commerce-platform-client-0.2.0.tgz`. */
export function renamePacked(text: string, before: string, version: string): string {
  return text.replaceAll(
    new RegExp(`(commerce-platform-[a-z-]+-)${before.replaceAll('.', '\\.')}\\.tgz`, 'g'),
    `$1${version}.tgz`,
  )
}

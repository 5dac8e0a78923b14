/** The fields of an OSV advisory (https://ossf.github.io/osv-schema/) about affected versions. */
export interface Advisory {
  id: string
  aliases?: string[]
  summary?: string
  withdrawn?: string
  affected?: Affected[]
}

interface Affected {
  package?: { ecosystem?: string; name?: string }
  versions?: string[]
  ranges?: { type?: string; events?: RangeEvent[] }[]
}

type RangeEvent = { introduced?: string; fixed?: string; last_affected?: string }

export interface Component {
  name: string
  version: string
}

export interface AdvisoryHit {
  component: Component
  advisory: Advisory
  /** The first version above the component's that is not affected; undefined if the advisory knows none. */
  fixed: string | undefined
}

/** Each component that an advisory says is affected. */
export function findAdvisories(components: readonly Component[], advisories: Iterable<Advisory>): AdvisoryHit[] {
  const byName = Map.groupBy(components, ({ name }) => name)
  const hits: AdvisoryHit[] = []
  for (const advisory of advisories) {
    if (advisory.withdrawn !== undefined) continue
    for (const affected of advisory.affected ?? []) {
      if (affected.package?.ecosystem !== 'npm') continue
      for (const component of byName.get(affected.package.name ?? '') ?? [])
        if (isAffected(component.version, affected))
          hits.push({ component, advisory, fixed: fixedAfter(component.version, affected) })
    }
  }
  return hits
}

function isAffected(version: string, { versions = [], ranges = [] }: Affected): boolean {
  return (
    versions.includes(version) || ranges.some(({ type, events = [] }) => type !== 'GIT' && isWithin(version, events))
  )
}

/** Events in the order of their versions switch on and off. */
function isWithin(version: string, events: readonly RangeEvent[]): boolean {
  const at = (event: RangeEvent) => event.introduced ?? event.fixed ?? event.last_affected ?? ''
  let within = false
  for (const event of events.toSorted((one, other) => compareVersions(at(one), at(other)))) {
    const order = compareVersions(version, at(event))
    if (event.introduced !== undefined && order >= 0) within = true
    if (event.fixed !== undefined && order >= 0) within = false
    if (event.last_affected !== undefined && order > 0) within = false
  }
  return within
}

function fixedAfter(version: string, { ranges = [] }: Affected): string | undefined {
  return ranges
    .flatMap(({ events = [] }) => events.flatMap(({ fixed }) => fixed ?? []))
    .toSorted(compareVersions)
    .find((fixed) => compareVersions(fixed, version) > 0)
}

/** SemVer 2.0, section 11. `0`, as OSV writes the beginning, is below every version. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parts(one), parts(other)]
  for (const index of [0, 1, 2]) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return comparePrereleases(a.prerelease, b.prerelease)
}

function parts(version: string): { numbers: number[]; prerelease: string[] } {
  // A zero alone stands before every prerelease of 0.0.0.
  if (version === '0') return { numbers: [0, 0, -1], prerelease: [] }
  const [core = '', ...prerelease] = (version.split('+', 1)[0] ?? '').split('-')
  return { numbers: core.split('.').map(Number), prerelease: prerelease.join('-').split('.').filter(Boolean) }
}

function comparePrereleases(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return Math.sign(other.length - one.length)
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const [a, b] = [one[index], other[index]]
    if (a === undefined || b === undefined) return a === undefined ? -1 : 1
    if (a === b) continue
    const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)]
    if (isNumberA && isNumberB) return Math.sign(Number(a) - Number(b))
    if (isNumberA !== isNumberB) return isNumberA ? -1 : 1
    return a < b ? -1 : 1
  }
  return 0
}

/** The fields of package-lock.json that tell under which licence a package may be used. */
export interface LockedPackage {
  license?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

/** For all that is installed to run the service, or is part of the console's pages. They ask for a notice at most. */
const allowed = new Set([
  ...'0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1'.split(' '),
  ...'Python-2.0 Unicode-3.0 Unlicense WTFPL Zlib'.split(' '),
])
/** Of tools that build and test. They are not passed on, and MPL-2.0 reaches no further than its own files. */
const allowedForTools = new Set('CC-BY-4.0 MPL-2.0 PSF-2.0'.split(' '))

/** Shared libraries that a licensed package loads and anybody can replace, which is all that LGPL-3.0 asks of users. */
const libraries = /^@img\/sharp-/
/** Of packages that say it in their readme, and not where npm looks. */
const said: Record<string, string> = { busboy: 'MIT', 'humanize-number': 'MIT', 'png-js': 'MIT', streamsearch: 'MIT' }

/** Packages whose licence is not allowed or not known, with what is wrong. */
export function licenceFaults(packages: Record<string, LockedPackage>): string[] {
  const faults: string[] = []
  for (const [path, locked] of Object.entries(packages)) {
    // Packages outside of node_modules are ours.
    if (locked.link || !path.includes('node_modules/')) continue
    const licence = locked.license ?? said[nameOf(path)] ?? licenceOfParent(packages, nameOf(path))
    if (licence === undefined) faults.push(`${nameOf(path)}: package-lock.json has no licence of it`)
    else if (!isAllowed(licence, locked.dev === true, libraries.test(nameOf(path))))
      faults.push(`${nameOf(path)}: ${licence} is not allowed`)
  }
  return faults
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Of a package for another platform, which `complete-lock` has named: that of the package it is a part of. */
function licenceOfParent(packages: Record<string, LockedPackage>, name: string): string | undefined {
  return Object.values(packages).find(({ optionalDependencies }) => optionalDependencies?.[name] !== undefined)?.license
}

/** An SPDX expression: of alternatives one must be allowed, of parts all. `or` binds less than `and`. */
function isAllowed(expression: string, isTool: boolean, isLibrary: boolean): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  const isKnown = (id: string) =>
    allowed.has(id) || (isTool && allowedForTools.has(id)) || (isLibrary && id === 'LGPL-3.0-or-later')
  return text.split(' OR ').some((alternative) => alternative.split(' AND ').every(isKnown))
}

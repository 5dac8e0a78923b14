import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, it } from 'node:test'
import { isCountry } from '#src/platform/lib/countries.ts'
import { builtInRoles, permissions } from '#src/platform/lib/permissions.ts'
import { permissionNames } from '../packages/console/src/data/granted.ts'
import { areas } from '../packages/console/src/data/permission-areas.ts'
import { aboutRole } from '../packages/console/src/data/role-names.ts'
import { countries } from '../packages/console/src/lib/countries.ts'

interface Entry {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

const folder = new URL('../packages/console/dist/', import.meta.url)
const manifest: Record<string, Entry> = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'))
const gzipped = (file: string) => statSync(new URL(`${file}.gz`, folder)).size
const sum = (files: Iterable<string>) => [...files].map(gzipped).reduce((all, size) => all + size, 0)

/** The scripts that a chunk needs before it runs. */
function scriptsOf(name: string, found = new Set<string>()): Set<string> {
  const entry = manifest[name] ?? assert.fail(name)
  if (found.has(entry.file)) return found
  found.add(entry.file)
  for (const one of entry.imports ?? []) scriptsOf(one, found)
  return found
}

describe('the built console', () => {
  const first = new Set([...scriptsOf('index.html'), ...scriptsOf('src/app.tsx')])
  const pages = Object.keys(manifest).filter((name) => name.startsWith('src/pages/'))

  it('loads at most 150 kB of scripts before a first page shows', () => {
    // Dialogs come behind the page that opens them.
    for (const page of pages.filter((name) => name.endsWith('-page.tsx'))) {
      const size = sum(new Set([...first, ...scriptsOf(page)]))
      assert.ok(size <= 150_000, `${page}: ${size} bytes`)
    }
  })

  it('loads at most 40 kB of scripts for any further page', () => {
    assert.ok(pages.length >= 6)
    for (const page of pages) {
      const size = sum([...scriptsOf(page)].filter((file) => !first.has(file)))
      assert.ok(size <= 40_000, `${page}: ${size} bytes`)
    }
  })

  it('has at most 20 kB of styles', () => {
    const styles = readdirSync(new URL('assets/', folder)).filter((name) => name.endsWith('.css'))
    const size = sum(styles.map((name) => `assets/${name}`))
    assert.ok(styles.length > 0 && size <= 20_000, `${size} bytes`)
  })

  it('knows the countries that the service knows', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((first) => letters.map((second) => first + second))
    const known = countries().map(({ code }) => code)
    assert.deepEqual(known.toSorted(), codes.filter(isCountry))
  })

  it('knows the permissions and the built-in roles that the service knows, and offers each once', () => {
    assert.deepEqual([...permissionNames], permissions)
    const offered = areas.flatMap(({ choices }) => choices.map(({ permission }) => permission))
    assert.deepEqual(offered.sort(), [...permissions].sort())
    for (const role of builtInRoles) assert.ok(aboutRole(role), role)
  })
})

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const pathIn = (folder: string, name: string) => fileURLToPath(new URL(`../${folder}/${name}`, import.meta.url))

/** The path of a picture such as `console/orders.png` in `screenshots`, which git ignores. */
export function picturePath(name: string): string {
  return pathIn('screenshots', name)
}

/** Keeps a picture in `screenshots`, and where the documents show one of this name, also in `docs`. */
export function keepPicture(name: string, png: Buffer): void {
  mkdirSync(dirname(picturePath(name)), { recursive: true })
  writeFileSync(picturePath(name), png)
  const shown = pathIn('docs', name)
  if (existsSync(shown)) writeFileSync(shown, png)
}

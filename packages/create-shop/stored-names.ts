/** `npm pack` leaves files of these names out, wherever they are: the template has them under others. */
const names: Record<string, string> = { 'package-lock.json': '_package-lock.json', '.npmrc': '_npmrc' }

export function storedName(name: string): string {
  return names[name] ?? name
}

export const renamed = Object.entries(names)

import type { KubernetesObject } from './helm.ts'

interface Model {
  prototype: { validate(this: object): void }
}

const packageOf = (apiVersion: string) =>
  apiVersion.startsWith('monitoring.coreos.com/') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'

/**
 * What the schema of an object's kind refuses, and the fields that the schema does not know: those that its check never
 * looks at.
 */
export async function schemaFaults(object: KubernetesObject): Promise<string[]> {
  const models = await import(`${packageOf(object.apiVersion)}/${object.apiVersion}/${object.kind}`)
  const Kind: Model = models[object.kind]
  const seen = new Set<string>()
  try {
    // Not of a new Kind: that would read every field to copy it.
    Kind.prototype.validate.call(watch(object, '', seen))
  } catch (error) {
    return [(error as Error).message]
  }
  return pathsOf(object, '').filter((path) => !seen.has(path) && !isFree(path))
}

/** Maps whose keys are the user's. Annotations and quantities are of them. */
const free = /^\/(data|metadata\/(labels|annotations)|spec\/(selector|template\/metadata\/(labels|annotations)))(\/|$)/

function isFree(path: string): boolean {
  return free.test(path) || /\/(matchLabels|nodeSelector|limits|requests)\/[^/]+$/.test(path)
}

/** The same object, which notes the path of each field that is read. */
function watch<T extends object>(value: T, path: string, seen: Set<string>): T {
  return new Proxy(value, {
    get(target, key) {
      const field: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol') return field
      seen.add(`${path}/${key}`)
      return typeof field === 'object' && field !== null ? watch(field, `${path}/${key}`, seen) : field
    },
  })
}

function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]) => [`${path}/${key}`, ...pathsOf(field, `${path}/${key}`)])
}

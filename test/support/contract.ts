import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { noteStatus } from './status-coverage.ts'

/**
 * Checks answers against the contract. Fastify serializes answers by their schema but does not validate them; this
 * does, for every answer any test sees, its status included.
 */
export interface Answer {
  method: string
  path: string
  status: number
  contentType: string | undefined
  body: string
}

export type ContractChecker = (answer: Answer) => void

interface Operation {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object }> }>
}

export function createContractChecker(
  contract: Record<string, unknown>,
  /** Called with every status that a test receives. */
  note: (method: string, path: string, status: number) => void = noteStatus,
): ContractChecker {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(contract, 'contract')
  const paths = contract['paths'] as Record<string, Record<string, Operation>>
  // Fixed segments win over parameters, as in the router.
  const routes = Object.keys(paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }))

  return ({ method, path, status, contentType, body }) => {
    const route = routes.find(
      ({ path: template, pattern }) => pattern.test(path) && paths[template]?.[method.toLowerCase()],
    )
    if (route === undefined) return // An unknown route: the contract has no 404 and 405 for it.
    note(method, route.path, status)
    const operation = paths[route.path]?.[method.toLowerCase()]
    const response = operation?.responses[status]
    const name = `${method} ${route.path} answered ${status}`
    if (response === undefined) throw new Error(`${name}, which its contract does not name: ${body.slice(0, 500)}`)
    if (!contentType?.includes('application/json')) return
    const place = response.$ref?.split('/').slice(1) ?? [
      'paths',
      route.path,
      method.toLowerCase(),
      'responses',
      `${status}`,
    ]
    const pointer = [...place, 'content', 'application/json', 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = ajv.getSchema(`contract#/${pointer}`)
    if (validate === undefined) throw new Error(`${name}, whose contract has no schema`)
    if (!validate(JSON.parse(body))) {
      throw new Error(
        `${name} with a body that breaks its contract: ${ajv.errorsText(validate.errors)}\n${body.slice(0, 1000)}`,
      )
    }
  }
}

/** Paths whose answer goes on until the client leaves. */
export function endlessPaths(contract: Record<string, unknown>): string[] {
  const paths = contract['paths'] as Record<string, Record<string, Operation>>
  return Object.keys(paths).filter((path) => paths[path]?.['get']?.responses['200']?.content?.['text/event-stream'])
}

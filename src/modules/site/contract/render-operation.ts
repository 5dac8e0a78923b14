import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import { renderCode } from '../markdown.ts'
import { type Contract, exampleOf, nameOf, type Operation, resolve, type Schema } from './contract-model.ts'
import { inline } from './markdown.ts'
import { type FieldRow, renderFields, renderRows, typeOf } from './render-fields.ts'

const places = [
  ['path', 'In the path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const

/** What a request takes and what it answers. */
export function renderOperation(contract: Contract, operation: Operation): string {
  const { operationId, summary, description, isEvent } = operation
  const parts = [
    `<h2 id="${operationId}"><a href="#${operationId}">${inline(summary)}</a></h2>`,
    `<p class="address">${addressOf(operation)}</p>`,
    description ? `<p>${inline(description)}</p>` : '',
    isEvent ? '' : `<p class="keys">${credentialsOf(operation)}</p>`,
    ...places.map(([place, title]) => renderParameters(contract, operation, place, title)),
    renderBody(contract, operation),
    isEvent ? '' : `<h3>Answers</h3>${renderAnswers(contract, operation)}`,
    isEvent ? '' : `<h3>Example</h3>${renderCode(requestOf(contract, operation))}`,
  ]
  return `<section>${parts.join('')}</section>`
}

/** The method and the path, which may break at its slashes. */
export function addressOf({ method, path, isEvent }: Operation): string {
  const where = escapeHtml(path).replaceAll('/', '<wbr>/')
  return isEvent ? `<b>EVENT</b> <code>${where}</code>` : `<b class="${method}">${method}</b> <code>${where}</code>`
}

const credentials: Record<string, string> = {
  accessToken: 'an access token',
  apiKey: 'an API key of the shop',
  publishableKey: 'a publishable key',
  storefrontKey: 'a storefront’s secret key',
}

function credentialsOf({ security = [] }: Operation): string {
  const names = security.flatMap((each) => Object.keys(each)).map((name) => credentials[name] ?? name)
  if (names.length === 0) return 'Needs no credentials.'
  return `Needs ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`}.`
}

function renderParameters(contract: Contract, { parameters }: Operation, place: string, title: string): string {
  const rows = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema = {}, required, description }): FieldRow => {
      return { name, schema, description, mark: required ? 'required' : '' }
    })
  return rows.length === 0 ? '' : `<h3>${title}</h3>${renderRows(contract, rows)}`
}

function renderBody(contract: Contract, { requestBody, isEvent }: Operation): string {
  if (requestBody === undefined) return ''
  const schema = requestBody.content['application/json']?.schema
  const others = Object.keys(requestBody.content).filter((type) => type !== 'application/json')
  const files =
    others.length === 0 ? '' : `<p>${others.map((type) => `<code>${escapeHtml(type)}</code>`).join(', ')}</p>`
  const fields = schema === undefined ? '' : renderFields(contract, resolve(contract, schema))
  return `<h3>${isEvent ? 'Payload' : 'Body'}</h3>${files}${fields}`
}

function renderAnswers(contract: Contract, { answers }: Operation): string {
  const rows = answers.map(({ status, description, schema }) => {
    const said =
      status.startsWith('2') && schema ? dataOf(contract, schema) : inline(description.replace(/^[^:]+: /, ''))
    return `<div><dt><b class="status">${status}</b></dt><dd>${said}</dd></div>`
  })
  return `<dl class="answers">${rows.join('')}</dl>`
}

/** The `data` of a success. */
function dataOf(contract: Contract, schema: Schema): string {
  const data = schema.properties?.['data']
  if (data === undefined) return typeOf(schema)
  const items = data.properties?.['items']
  const listed =
    items && data.properties?.['pagination'] ? `${typeOf(items)}, with <code>pagination</code>` : typeOf(data)
  const fields = nameOf(data) === undefined && data.properties ? renderFields(contract, withoutPage(data)) : ''
  return `<p>${listed}</p>${fields}`
}

function withoutPage({ properties = {}, ...schema }: Schema): Schema {
  const { pagination, items, ...others } = properties
  return pagination === undefined ? { ...schema, properties } : { ...schema, properties: others }
}

const values: Record<string, string> = {
  'access-token': '$TOKEN',
  'device-id': '$DEVICE',
  'merchant-id': '$SHOP',
}

/** A request as a shell sends it, with what it must have. */
function requestOf(contract: Contract, { method, path, parameters, requestBody, security = [] }: Operation): string {
  const must = parameters.filter(({ required, in: place }) => required === true && place !== 'path')
  const query = must.filter((parameter) => parameter.in === 'query')
  const texts = query.map(
    ({ name, schema = {} }) => `${name}=${encodeURIComponent(String(exampleOf(contract, schema)))}`,
  )
  const address = `$API${path}${texts.length === 0 ? '' : `?${texts.join('&')}`}`
  const headers = [
    ...(security.length === 0 ? [] : ['access-token']),
    ...must.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
  ]
  const json = requestBody?.content['application/json']
  const body = json && (json.example ?? exampleOf(contract, json.schema ?? {}))
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    ...headers.map((name) => `-H "${name}: ${values[name] ?? '…'}"`),
    ...(body === undefined
      ? []
      : ['-H "content-type: application/json"', `-d '${JSON.stringify(body, null, 2).replaceAll("'", '’')}'`]),
  ]
  return lines.join(' \\\n  ')
}

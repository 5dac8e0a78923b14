import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { declaredSettings, readConfig } from '#src/config/config.ts'
import { readMigrationSettings } from '#src/config/migration.ts'
import { sections } from '#src/modules/site/guide/plan.ts'
import {
  type ComposeService,
  imageEnvironment,
  makeEnvironment,
  ofImage,
  readCompose,
  readStages,
  readText,
  root,
} from '#test/support/deployment.ts'

/** Settings that libraries read: Node.js, and the SDK of AWS for MEDIA_STORE. */
const settingsOfLibraries = ['NODE_ENV', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']

function assertKnown(names: Iterable<string>, where: string): void {
  const known = new Set([...Object.keys(declaredSettings), ...settingsOfLibraries])
  assert.deepEqual(
    [...names].filter((name) => !known.has(name)),
    [],
    `${where} sets what config.ts does not know`,
  )
}

describe('the Dockerfile', () => {
  it('takes the release of Node.js that package.json names', () => {
    const { dependencies } = JSON.parse(readText('package.json'))
    assert.deepEqual(readStages()[0], [{ name: 'ARG', text: `NODE_VERSION=${dependencies.node}` }])
  })

  it('sets what config.ts knows, and listens on the ports that it opens', () => {
    const environment = imageEnvironment()
    assertKnown(Object.keys(environment), 'Dockerfile')
    assert.equal(environment['NODE_ENV'], 'production')
    assert.deepEqual(ofImage('EXPOSE'), [`${environment['PORT']} ${environment['METRICS_PORT']}`])
    assert.ok(environment['DATA_DIR']?.startsWith(`${ofImage('VOLUME')[0]}/`), 'DATA_DIR lies in the volume')
  })

  it('runs as a numbered user that is not root, without npm', () => {
    assert.match(ofImage('USER').at(-1) ?? '', /^[1-9]\d+:[1-9]\d+$/)
    assert.match(ofImage('FROM')[0] ?? '', /^debian:/)
    for (const text of [...ofImage('CMD'), ...ofImage('HEALTHCHECK')]) assert.doesNotMatch(text, /\b(npm|curl|wget)\b/)
  })

  it('asks for a page of health that the service has', () => {
    const [path] = /\/health\/\w+/.exec(ofImage('HEALTHCHECK')[0] ?? '') ?? []
    assert.ok(Object.hasOwn(JSON.parse(readText('openapi.json')).paths, path ?? ''))
  })

  it('copies every file that the service reads outside of src, with those of the guide', () => {
    const places = ofImage('COPY').flatMap((text) => {
      const words = text.split(' ')
      return words[0]?.startsWith('--from=') ? words.slice(-1) : words.slice(0, -1)
    })
    const read = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap((file) =>
      [...readText(file).matchAll(/new URL\(\s*'(\.\.?\/[^']*)',\s*import\.meta\.url/g)].map(([, path = '']) =>
        relative(root, resolve(root, dirname(file), path)),
      ),
    )
    assert.ok(read.includes('migrations') && read.includes('packages/console/dist'), read.join(' '))
    // An empty path is the root, below which the guide finds its files.
    const paths = new Set([...read.filter((path) => path !== ''), ...sections.flatMap(({ files }) => files)])
    for (const path of paths)
      assert.ok(
        places.some((place) => path === place || path.startsWith(`${place}/`)),
        `${path} is not in the image`,
      )
  })

  it('copies only what .dockerignore lets through', () => {
    const kept = new Set(readText('.dockerignore').match(/(?<=^!).*/gm))
    const sources = readStages().flatMap((stage) =>
      stage
        .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'))
        .flatMap(({ text }) => text.split(' ').slice(0, -1)),
    )
    for (const source of sources) {
      assert.ok(kept.has(source), `.dockerignore hides ${source}`)
      assert.ok(existsSync(join(root, source)), `${source} is missing`)
    }
    assert.deepEqual([...kept].sort(), [...new Set(sources)].sort())
  })
})

describe('compose.yaml', () => {
  const environment = makeEnvironment()
  const { services, networks } = readCompose(environment)
  const own = Object.entries(services).filter(([, { image }]) => image === 'commerce-platform')

  it('is valid by the schema of the Compose specification', () => {
    const folder = dirname(createRequire(import.meta.url).resolve('dclint/package.json'))
    const schema = JSON.parse(readFileSync(join(folder, 'schemas/compose.schema.json'), 'utf8'))
    // The schema names draft 7 by https, which Ajv knows by http.
    const validate = new Ajv({ strict: false, allErrors: true }).compile({ ...schema, $schema: undefined })
    const file = readCompose(environment)
    assert.ok(validate(file), JSON.stringify(validate.errors, undefined, 1))
    assert.equal(validate({ services: { web: { imagine: 'commerce' } } }), false)
  })

  it('needs a value for each secret, all of which make-env.sh makes', () => {
    const variables = [...readText('compose.yaml').matchAll(/\$\{(\w+)(?::([-?]))?([^}]*)\}/g)]
    for (const [text, name = '', kind, fallback] of variables) {
      if (kind === '?') assert.ok(environment[name], `make-env.sh makes no ${name}`)
      else assert.ok(fallback === '' || !/PASSWORD|SECRET|KEY/.test(name), `${text} is a default secret`)
    }
    const secrets = Object.entries(environment).filter(([name]) => /PASSWORD|SECRETS|KEYS/.test(name))
    assert.equal(new Set(secrets.map(([, value]) => value.split(':').at(-1))).size, secrets.length)
    for (const name of Object.keys(environment))
      assert.ok(
        variables.some(([, used]) => used === name),
        `${name} of make-env.sh is used nowhere`,
      )
    assert.throws(() => readCompose({ ...environment, SEAL_KEYS: '' }), /SEAL_KEYS is missing/)
  })

  it('gives web processes and workers all that production needs, and nothing that config.ts does not know', () => {
    const settings = (name: string) => ({ ...imageEnvironment(), ...services[name]?.environment })
    for (const [name] of own) assertKnown(Object.keys(settings(name)), name)
    const web = readConfig(settings('web'))
    assert.equal(web.production, true)
    assert.equal(web.BACKGROUND_WORK, false)
    assert.equal(readConfig(settings('worker')).BACKGROUND_WORK, true)
    assert.match(readMigrationSettings(settings('migrate')).DATABASE_OWNER_URL ?? '', /^postgres:\/\/commerce_owner:/)
    assert.deepEqual(
      own.map(([name]) => name),
      ['web', 'worker', 'migrate'],
    )
  })

  it('tells the password of the owner to migrations alone', () => {
    const holders = own.filter(([, service]) =>
      JSON.stringify(service.environment).includes(environment['DATABASE_OWNER_PASSWORD'] ?? '-'),
    )
    assert.deepEqual(
      holders.map(([name]) => name),
      ['migrate'],
    )
    const roles = readText('deploy/compose/roles.sql')
    for (const role of ['commerce_owner', 'commerce']) assert.match(roles, new RegExp(`^create role ${role} `, 'm'))
  })

  it('starts programs that exist', () => {
    for (const [, { command }] of own)
      for (const word of command ?? []) if (word.startsWith('src/')) assert.ok(existsSync(join(root, word)), word)
    assert.match(readText('src/entries/admin.ts'), /^ {2}migrate:/m)
    assert.equal(services['migrate']?.command?.join(' '), 'commerce-admin migrate')
  })

  it('limits memory, restarts and asks for health, and shows the database to nobody outside', () => {
    const faults = Object.entries(services).flatMap(([name, service]) =>
      faultsOf(service).map((fault) => [name, fault]),
    )
    assert.deepEqual(faults, [])
    assert.deepEqual(services['postgres']?.networks, ['inside'])
    assert.equal(networks['inside']?.internal, true)
  })

  it('mounts files that exist; Caddy and Prometheus know the ports', () => {
    for (const { volumes } of Object.values(services))
      for (const volume of volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) assert.ok(existsSync(join(root, source)), source)
      }
    const targets = readText('deploy/prometheus/prometheus.yml')
    for (const kind of ['web', 'worker'])
      assert.match(targets, new RegExp(`names: \\[${kind}\\].*port: ${imageEnvironment()['METRICS_PORT']},`))
    assert.match(readText('deploy/compose/Caddyfile'), new RegExp(`dynamic a web ${imageEnvironment()['PORT']} `))
  })
})

/** PostgreSQL makes its own user from root, and a migration runs once. */
function faultsOf(service: ComposeService): string[] {
  const faults: string[] = []
  if (service.mem_limit === undefined) faults.push('no mem_limit')
  if (service.restart === undefined) faults.push('no restart')
  if (service.healthcheck === undefined && service.image !== 'commerce-platform') faults.push('no healthcheck')
  if (!service.security_opt?.includes('no-new-privileges:true')) faults.push('new privileges')
  if (service.image.startsWith('postgres:')) return faults
  if (service.read_only !== true) faults.push('not read-only')
  if (service.cap_drop?.join() !== 'ALL') faults.push('keeps capabilities')
  return faults
}

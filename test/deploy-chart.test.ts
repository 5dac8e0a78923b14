import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { declaredSettings, readConfig } from '#src/config/config.ts'
import { imageEnvironment, makeEnvironment, ofImage, readText } from '#test/support/deployment.ts'
import { type Helm, type KubernetesObject, unpackHelm } from '#test/support/helm.ts'
import { schemaFaults } from '#test/support/kubernetes-schemas.ts'

const values = {
  image: { repository: 'registry.shop.dev/commerce-platform' },
  settings: { PUBLIC_URL: 'https://shop.dev', MEDIA_STORE: 's3://pictures', MAIL_FROM: 'Shop <shop@shop.dev>' },
  ingress: { host: 'shop.dev' },
}
/** Everything that is off by default. */
const whole = {
  ...values,
  image: { ...values.image, tag: '1.2.3', pullSecrets: [{ name: 'registry' }] },
  settings: { PUBLIC_URL: 'https://shop.dev', WEBHOOK_TIMEOUT_SECONDS: 60 },
  media: { claim: 'pictures' },
  web: { autoscaling: { enabled: true } },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn' } },
  ingress: { host: 'shop.dev', className: 'nginx', annotations: { 'cert-manager.io/cluster-issuer': 'acme' } },
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ key: 'shop', operator: 'Exists' }],
}

interface PodSpec {
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds?: number
  securityContext: object
  volumes: { name: string }[]
  containers: Container[]
}

interface Container {
  name: string
  image: string
  command: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string } } }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  securityContext: object
  resources: { limits: { memory: string } }
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
}

function podOf(object: KubernetesObject | undefined): { spec: PodSpec; container: Container } {
  assert.ok(object)
  const { template } = object.spec as { template: { spec: PodSpec } }
  return { spec: template.spec, container: template.spec.containers[0] as Container }
}

describe('the chart of Helm', () => {
  let helm: Helm
  let objects: KubernetesObject[]
  let all: KubernetesObject[]
  before(() => {
    helm = unpackHelm()
    objects = helm.render(values)
    all = helm.render(whole)
  })
  after(() => helm.remove())
  const find = (kind: string, name: string, among = objects) =>
    among.find((object) => object.kind === kind && object.metadata.name === name)

  it('makes objects of the schemas of Kubernetes and of the Prometheus operator', async () => {
    for (const object of [...objects, ...all])
      assert.deepEqual(await schemaFaults(object), [], `${object.kind} ${object.metadata.name}`)
    const kinds = new Set(all.map(({ kind }) => kind))
    for (const kind of ['HorizontalPodAutoscaler', 'ServiceMonitor', 'PodDisruptionBudget', 'NetworkPolicy', 'Job'])
      assert.ok(kinds.has(kind), kind)
    const wrong = structuredClone(find('Deployment', 'shop-web'))
    assert.ok(wrong)
    Object.assign(podOf(wrong).container, { readinesProbe: {} })
    assert.deepEqual(await schemaFaults(wrong), ['/spec/template/spec/containers/0/readinesProbe'])
  })

  it('passes Helm’s own checks', () => {
    assert.match(helm.lint(whole), /0 chart\(s\) failed/)
  })

  it('gives pods the settings that production needs, of which config.ts knows each', () => {
    const { data = {} } = find('ConfigMap', 'shop') ?? {}
    const { SMTP_URL = '', JWT_SECRETS = '', SEAL_KEYS = '', ADMIN_EMAIL = '', ADMIN_PASSWORD = '' } = makeEnvironment()
    const secrets = {
      SMTP_URL,
      JWT_SECRETS,
      SEAL_KEYS,
      ADMIN_EMAIL,
      ADMIN_PASSWORD,
      DATABASE_URL: 'postgres://db/shop',
    }
    for (const [name, backgroundWork] of [
      ['shop-web', false],
      ['shop-worker', true],
    ] as const) {
      const { env = [], envFrom } = podOf(find('Deployment', name)).container
      assert.deepEqual(envFrom, [{ configMapRef: { name: 'shop' } }, { secretRef: { name: 'commerce' } }])
      const own = Object.fromEntries(env.map(({ name: setting, value }) => [setting, value ?? '']))
      for (const setting of Object.keys({ ...data, ...own })) assert.ok(declaredSettings[setting], setting)
      const config = readConfig({ ...imageEnvironment(), ...data, ...secrets, ...own })
      assert.deepEqual([config.production, config.BACKGROUND_WORK], [true, backgroundWork])
    }
  })

  it('probes the ports and pages that the service has, and stops it in its time', () => {
    const paths = JSON.parse(readText('openapi.json')).paths
    const { PORT, METRICS_PORT } = imageEnvironment()
    for (const name of ['shop-web', 'shop-worker']) {
      const { container, spec } = podOf(find('Deployment', name))
      const ports = new Map(container.ports?.map((port) => [port.name, port.containerPort]))
      assert.equal(ports.get('http'), name === 'shop-web' ? Number(PORT) : undefined)
      assert.equal(ports.get('metrics'), Number(METRICS_PORT))
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        const asked = container[probe]?.httpGet
        assert.ok(paths[asked?.path ?? ''], probe)
        assert.ok(ports.has(asked?.port ?? ''), probe)
      }
      assert.equal(spec.terminationGracePeriodSeconds, 45)
      assert.equal(podOf(find('Deployment', name, all)).spec.terminationGracePeriodSeconds, 75)
    }
  })

  it('runs every pod as the user of the image, without rights, on a read-only disk and within limits', () => {
    const [user] = (ofImage('USER')[0] ?? '').split(':').map(Number)
    for (const object of all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')) {
      const { spec, container } = podOf(object)
      assert.equal(spec.automountServiceAccountToken, false)
      assert.deepEqual(spec.securityContext, {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: user,
        fsGroup: user,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      })
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      assert.ok(container.resources.limits.memory)
      assert.equal(container.image, 'registry.shop.dev/commerce-platform:1.2.3')
    }
  })

  it('migrates before a release, with a secret that no other pod has', () => {
    const job = find('Job', 'shop-migration')
    assert.equal(job?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
    const { container } = podOf(job)
    assert.deepEqual(container.command, ['commerce-admin', 'migrate'])
    // A hook comes before the other objects of the chart.
    assert.equal(container.envFrom, undefined)
    const owners = all.filter((object) => JSON.stringify(object).includes('commerce-owner'))
    assert.deepEqual(
      owners.map(({ metadata }) => metadata.name),
      ['shop-migration'],
    )
    const withoutOwner = helm.render({ ...values, secrets: { service: 'commerce', owner: '' } })
    assert.doesNotMatch(JSON.stringify(withoutOwner), /DATABASE_OWNER_URL/)
  })

  it('selects its pods alone, and leaves replicas to the autoscaler where there is one', () => {
    const selectors = all.flatMap(({ kind, spec }) =>
      kind === 'Service' ? [spec?.['selector']] : kind === 'PodDisruptionBudget' ? [spec?.['selector']] : [],
    )
    for (const selector of selectors) assert.match(JSON.stringify(selector), /"instance|component":"(web|worker)"/)
    assert.equal(find('Deployment', 'shop-web')?.spec?.['replicas'], 2)
    assert.equal(find('Deployment', 'shop-web', all)?.spec?.['replicas'], undefined)
    assert.equal(find('HorizontalPodAutoscaler', 'shop-web'), undefined)
    assert.ok(find('HorizontalPodAutoscaler', 'shop-web', all))
  })

  it('refuses values that would not work, and says why', () => {
    const settings = values.settings
    for (const [change, message] of [
      [{ image: { repository: '' } }, /image.repository is empty/],
      [{ settings: { ...settings, PUBLIC_URL: '' } }, /settings.PUBLIC_URL is empty/],
      [{ settings: { ...settings, PUBLIC_URL: 'http://shop.dev' } }, /Does not match pattern '\^\(https/],
      [{ settings: { ...settings, MEDIA_STORE: '' } }, /pictures have no place/],
      [{ settings: { ...settings, SEAL_KEYS: 'a:b' } }, /SEAL_KEYS/],
      [{ settings: { ...settings, DATABASE_URL: 'postgres://a:b@c/d' } }, /DATABASE_URL/],
      [{ ingress: { host: '' } }, /ingress.host is empty/],
      [{ web: { replica: 3 } }, /Additional property replica is not allowed/],
    ] as const)
      assert.throws(() => helm.render({ ...values, ...change }), message)
  })
})

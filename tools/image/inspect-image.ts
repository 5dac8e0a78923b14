import { type Engine, image } from './engine.ts'

/** As compose.yaml runs it. */
export const hardening = [
  '--read-only',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--network=host',
  '--tmpfs=/tmp:mode=1777,size=256m',
  '--memory=1g',
]

/** @throws if the image has npm, runs as root, or lets its user write where it should not */
export async function inspectImage(engine: Engine): Promise<string> {
  const { podman } = engine
  const inside = (script: string) => podman('run', '--rm', ...hardening, image, 'sh', '-c', script)
  const npm = await inside('command -v npm npx corepack curl wget || true')
  if (npm !== '') throw new Error(`the image has ${npm}`)
  const user = await inside('id -u')
  if (user !== '10001') throw new Error(`the image runs as ${user}`)
  const writable = 'find / -xdev -path /proc -prune -o -path /sys -prune -o -writable ! -type l -print'
  const places = (await inside(`${writable} 2>/dev/null | grep -v '^/dev/' || true`)).split('\n').sort()
  const outside = places.filter((place) => !/^\/(data|dev|run\/lock|tmp|var\/tmp)(\/|$)/.test(place))
  if (outside.length > 0) throw new Error(`its user may write ${outside.slice(0, 5).join(', ')}`)
  const commands = await inside('commerce-admin --help')
  if (!commands.includes('commerce-admin migrate')) throw new Error(`commerce-admin says ${commands}`)
  const sizes = await inside('du -sm /app/node_modules /usr/local/bin/node /app | cut -f1')
  // The last is what the ones before have not counted.
  const [libraries, node, service] = sizes.split('\n').map(Number)
  const bytes = Number(await podman('image', 'inspect', '--format', '{{.Size}}', image))
  const megabytes = Math.round(bytes / 1e6)
  return `${megabytes} MB: libraries ${libraries}, Node.js ${node}, the service ${service}`
}

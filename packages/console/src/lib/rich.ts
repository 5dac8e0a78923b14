import { Fragment, type ReactNode } from 'react'
import { createElement } from '#console/jsx'
import { translated } from './catalogue.ts'
import { language } from './language.ts'
import { readMessage, type Value } from './message.ts'

type Filling = Value | ReactNode | ((inside: ReactNode) => ReactNode)

/** As `t`, with elements: `rich('<link>Settings</link> has them', { link: (inside) => <Link …>{inside}</Link> })`. */
export function rich(message: string, values: Readonly<Record<string, Filling>>): ReactNode {
  const tags = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (inside: ReactNode[]) => value(createElement(Fragment, null, ...inside)) : value,
  ])
  const parts = readMessage<ReactNode>(translated(message), language, Object.fromEntries(tags))
  return createElement(Fragment, null, ...parts)
}

import { type ElementType, type ReactElement, type ReactNode, createElement as reactCreate } from 'react'
import { shownProps } from '#console/lib/directions.ts'

/** As `jsx`, for `<Part {...props} key={key} />`. */
export function createElement(type: ElementType, props: object | null, ...children: ReactNode[]): ReactElement {
  const shown = shownProps({ children }) as { children: ReactNode[] }
  return reactCreate(type, shownProps(props ?? {}), ...shown.children)
}

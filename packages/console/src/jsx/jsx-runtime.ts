/**
 * What JSX of the console is compiled to (`jsxImportSource`): React's own, with every text that is shown freed of marks
 * that change its direction. Here no page can forget it.
 */
import { type ElementType, Fragment, type JSX, type Key, type ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { shownProps } from '#console/lib/directions.ts'

export { Fragment, type JSX }

export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return react.jsx(type, shownProps(props), key)
}

export function jsxs(type: ElementType, props: object, key?: Key): ReactElement {
  return react.jsxs(type, shownProps(props), key)
}

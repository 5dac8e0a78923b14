/** What an assistant can attach to a conversation: what a tool reads, at an address. */
export interface Resource {
  /** With `{id}` for one of many. */
  uri: string
  name: string
  title: string
  /** The tool that reads it. */
  tool: string
}

export const resources: readonly Resource[] = [
  {
    uri: 'shop://dashboard',
    name: 'dashboard',
    title: 'Figures of the last 30 days',
    tool: 'get_dashboard',
  },
  { uri: 'shop://orders/{id}', name: 'order', title: 'An order', tool: 'get_order' },
  { uri: 'shop://products/{id}', name: 'product', title: 'A product', tool: 'get_product' },
]

/** Whether it is one of many, which are not listed. */
export const isOneOfMany = ({ uri }: Resource): boolean => uri.endsWith('{id}')

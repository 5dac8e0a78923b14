import type { GroupFields } from './queries.ts'

/** What a group has if nothing else is said. */
export const initialFields = {
  description: null,
  description_html: null,
  category: null,
  brand: null,
  tags: [],
  media: [],
  media_options: {},
  seo_title: null,
  seo_description: null,
  metadata: {},
  status: 'active',
} as const satisfies Partial<GroupFields>

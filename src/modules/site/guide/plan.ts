/** A part of the guide: its files in the order in which they are read, named from the root of the repository. */
export interface Section {
  title: string
  files: readonly string[]
}

export interface GuidePage {
  file: string
  address: string
  section: string
  title: string
  markdown: string
}

const inFolder = (folder: string, names: string) => names.split(' ').map((name) => `${folder}/${name}.md`)

/** The first page. Relative links lead from file to file, so that a view of the repository follows them, too. */
export const startFile = 'docs/README.md'

/** Other files of `docs` follow at the end of the section that has their folder. */
export const sections: readonly Section[] = [
  { title: 'Start', files: [startFile, 'docs/five-minutes.md'] },
  {
    title: 'Your role',
    files: inFolder('docs/roles', 'merchant staff storefront integrator platform contributor'),
  },
  {
    title: 'Concepts',
    files: [...inFolder('docs/concepts', 'shops products orders events requests'), 'docs/glossary.md'],
  },
  {
    title: 'Guides',
    files: [
      ...inFolder('docs/guides', 'first-shop shopify webhooks stripe'),
      'docs/storefront.md',
      'docs/pages.md',
      'docs/agents.md',
      ...inFolder('docs/guides', 'going-live scaling'),
      ...inFolder('docs', 'adding-a-payment-provider adding-an-invoice-sender'),
    ],
  },
  {
    title: 'Reference',
    files: [
      'docs/reference/README.md',
      ...inFolder('docs/reference', 'accounts permissions authorization storefronts shop-settings audit-log'),
      ...inFolder('docs/reference', 'catalog product-groups pictures promotions checkout guest-checkout orders'),
      ...inFolder('docs/reference', 'fulfilment returns invoices gift-cards webhooks'),
      'docs/mails/README.md',
    ],
  },
  {
    title: 'Packages',
    files: [
      'packages/client/README.md',
      ...inFolder('packages/client/docs', 'server-rendering next astro fastify'),
      'packages/webhooks/README.md',
      'packages/cli/README.md',
      'packages/create-shop/README.md',
      'packages/console/README.md',
      'examples/storefront/README.md',
    ],
  },
  {
    title: 'Operations',
    files: [
      'docs/operations/README.md',
      ...inFolder(
        'docs/operations',
        'deploy run configuration secrets monitoring runbook backup pictures cluster upgrade',
      ),
      'docs/moving/README.md',
      'docs/performance.md',
    ],
  },
  {
    title: 'The project',
    files: [
      'CONTRIBUTING.md',
      'docs/testing.md',
      'docs/releasing.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs/triggers.md',
      'docs/reads.md',
    ],
  },
  { title: 'Decisions', files: ['docs/decisions/README.md'] },
]

/** `docs/operations/run.md` is the page `/guide/operations/run`; a README is the page of its folder. */
export function addressOfFile(file: string): string {
  const name = file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '')
  return name === '' ? '/guide' : `/guide/${name === name.toUpperCase() ? name.toLowerCase() : name}`
}

import type { GuidePage } from './plan.ts'

/**
 * `llms.txt` (https://llmstxt.org): the list of pages for language models, which read the Markdown; and the texts of
 * those pages in one file. Decision records are listed by their own page.
 */
export function renderLanguageModelTexts(
  pages: readonly GuidePage[],
  markdownOf: (page: GuidePage) => string,
): { short: () => string; full: () => string } {
  const listed = pages.filter(({ file }) => !/^docs\/decisions\/\d/.test(file))
  const sections = [...new Set(listed.map(({ section }) => section))]
  const linesOf = (section: string) =>
    listed.filter((page) => page.section === section).map(({ title, address }) => `- [${title}](${address}.md)`)
  return {
    short: () =>
      [
        '# Commerce Platform API',
        '',
        '> An HTTP JSON API that online shops run on: accounts, catalog, search, carts, orders, payments, inventory,',
        '> an admin API for each merchant, and signed webhooks. The contract is [OpenAPI 3.1](/openapi.json).',
        ...sections.flatMap((section) => ['', `## ${section}`, '', ...linesOf(section)]),
        '',
        '## Optional',
        '',
        '- [All pages above in one file](/guide/llms-full.txt)',
        '',
      ].join('\n'),
    full: () => listed.map((page) => `<!-- ${page.address} -->\n\n${markdownOf(page).trimEnd()}\n`).join('\n'),
  }
}

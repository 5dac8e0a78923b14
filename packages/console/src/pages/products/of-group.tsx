import type { Schemas } from '@commerce-platform/client'
import { Link } from '@tanstack/react-router'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts } from '#console/ui/page.tsx'

type Product = Schemas['Product']

/** What a variant reads of its group, as it is. */
export function sharedOf({ name, description_html, category, brand, tags, seo, slug }: Product) {
  return { name, description_html, category, brand, tags, seo, slug }
}

/** What a variant is in its group, and what it reads of it: changed there. */
export function OfGroup({ product }: { product: Product }) {
  const { group_id: groupId, options, category, brand, tags } = product
  if (groupId === null) return null
  const shared = { Category: category, Brand: brand, Tags: tags.join(', ') || null }
  return (
    <section aria-label={t('Of its group')} className="rounded border border-line bg-paper-2 px-4 py-3">
      <Facts>
        {Object.entries(options).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {Object.entries(shared).flatMap(([name, value]) =>
          value === null
            ? []
            : [
                <Fact key={name} name={name}>
                  {value}
                </Fact>,
              ],
        )}
      </Facts>
      <p className="mt-2 text-ink-2">
        {rich(
          'One of several variants. Name, description, category, brand and tags are those of all of them: ' +
            '<link>change them in the group</link>',
          {
            link: (inside) => (
              <Link to="/products/groups/$groupId" params={{ groupId }} className={linkClass}>
                {inside}
              </Link>
            ),
          },
        )}
        .
      </p>
    </section>
  )
}

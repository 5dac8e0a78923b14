import type { Schemas } from '@commerce-platform/client'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'

/** As in examples/storefront/browser/frame.css. */
const fonts = {
  serif: { text: 'Inter, system-ui, sans-serif', headings: '"Iowan Old Style", Palatino, Georgia, serif' },
  inter: { text: 'Inter, system-ui, sans-serif', headings: 'Inter, system-ui, sans-serif' },
  system: { text: 'system-ui, sans-serif', headings: 'system-ui, sans-serif' },
}
const corners = { round: ['10px', '999px'], soft: ['4px', '6px'], square: ['0', '0'] } as const

/** A small card of the storefront: a heading, a product and a button. */
export function LookPreview({ look, name }: { look: Schemas['Look']; name: string }) {
  const { text, headings } = fonts[look.font]
  const [radius, pill] = corners[look.corner]
  const accent = look.accent ?? '#1f4a3d'
  return (
    <figure aria-label={t('Preview')} className="max-w-xs">
      <div
        data-preview
        className="grid gap-3 border border-line p-4"
        style={{ background: '#ffffff', color: '#1d1b18', fontFamily: text, borderRadius: radius }}
      >
        <p className="text-xl font-semibold" style={{ fontFamily: headings }}>
          {name}
        </p>
        <div aria-hidden className="h-28" style={{ background: '#f6f2ea', borderRadius: radius }} />
        <p>
          {rich('A product <link>with a link</link>', {
            link: (inside) => <span style={{ color: accent, textDecoration: 'underline' }}>{inside}</span>,
          })}
        </p>
        <span
          className="px-5 py-2.5 text-center font-semibold"
          style={{ background: accent, color: '#ffffff', borderRadius: pill }}
        >
          {t('Add to cart')}
        </span>
      </div>
    </figure>
  )
}

import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { LinkTarget } from './link-target.tsx'
import { type LinkType, type MenuRow, moved, typeTexts } from './menu-rows.ts'

interface MenuRowFieldsProps {
  row: MenuRow
  at: number
  rows: readonly MenuRow[]
  refusal: string | undefined
  onChange: (row: Partial<MenuRow>) => void
  onRows: (rows: readonly MenuRow[]) => void
}

const indents = ['', 'ml-6', 'ml-12']

export function MenuRowFields({ row, at, rows, refusal, onChange, onRows }: MenuRowFieldsProps) {
  const { level, title, type, target, isGone } = row
  const name = title || t('item {number}', { number: at + 1 })
  const deepest = at === 0 ? 0 : Math.min(2, (rows[at - 1]?.level ?? 0) + 1)
  const off = (isOff: boolean, reason: string) =>
    ({ look: 'quiet', refusal: refusal ?? (isOff ? reason : undefined) }) as const
  return (
    <li className={`grid gap-2 rounded p-3 ring-1 ring-inset ring-line ${indents[level] ?? ''}`}>
      <div className="grid gap-2 sm:grid-cols-2">
        <Field label={t('Title')}>
          <Input
            required
            maxLength={100}
            value={title}
            readOnly={refusal !== undefined}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
        <Field label={t('Leads to')}>
          <Select
            value={type}
            disabled={refusal !== undefined}
            onChange={(event) => onChange({ type: event.target.value as LinkType, target: '', isGone: false })}
          >
            {Object.entries(typeTexts).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <LinkTarget
        type={type}
        target={target}
        isRead={refusal !== undefined}
        onChange={(chosen) => onChange({ target: chosen, isGone: false })}
      />
      {isGone && (
        <p className="text-xs text-bad">{t('Customers do not see this item: it is deleted, or not published.')}</p>
      )}
      <div className="flex flex-wrap gap-1">
        <Button
          {...off(at === 0, t('It is the first.'))}
          aria-label={t('Move up: {name}', { name })}
          onClick={() => onRows(moved(rows, at, -1))}
        >
          {t('Up')}
        </Button>
        <Button
          {...off(at === rows.length - 1, t('It is the last.'))}
          aria-label={t('Move down: {name}', { name })}
          onClick={() => onRows(moved(rows, at, 1))}
        >
          {t('Down')}
        </Button>
        <Button
          {...off(level === 0, t('It stands at the top.'))}
          aria-label={t('Move out: {name}', { name })}
          onClick={() => onChange({ level: level - 1 })}
        >
          {t('Out')}
        </Button>
        <Button
          {...off(level >= deepest, t('It stands as deep as it can here.'))}
          aria-label={t('Move in: {name}', { name })}
          onClick={() => onChange({ level: level + 1 })}
        >
          {t('In')}
        </Button>
        <Button
          {...off(false, '')}
          aria-label={t('Remove: {name}', { name })}
          onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
        >
          {t('Remove')}
        </Button>
      </div>
    </li>
  )
}

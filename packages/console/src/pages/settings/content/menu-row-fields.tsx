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
  const name = title || `item ${at + 1}`
  const deepest = at === 0 ? 0 : Math.min(2, (rows[at - 1]?.level ?? 0) + 1)
  const off = (isOff: boolean, reason: string) =>
    ({ look: 'quiet', refusal: refusal ?? (isOff ? reason : undefined) }) as const
  return (
    <li className={`grid gap-2 rounded p-3 ring-1 ring-inset ring-line ${indents[level] ?? ''}`}>
      <div className="grid gap-2 sm:grid-cols-2">
        <Field label="Title">
          <Input
            required
            maxLength={100}
            value={title}
            readOnly={refusal !== undefined}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
        <Field label="Leads to">
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
      {isGone && <p className="text-xs text-bad">Customers do not see this item: it is deleted, or not published.</p>}
      <div className="flex flex-wrap gap-1">
        <Button
          {...off(at === 0, 'It is the first.')}
          aria-label={`Move up: ${name}`}
          onClick={() => onRows(moved(rows, at, -1))}
        >
          Up
        </Button>
        <Button
          {...off(at === rows.length - 1, 'It is the last.')}
          aria-label={`Move down: ${name}`}
          onClick={() => onRows(moved(rows, at, 1))}
        >
          Down
        </Button>
        <Button
          {...off(level === 0, 'It stands at the top.')}
          aria-label={`Move out: ${name}`}
          onClick={() => onChange({ level: level - 1 })}
        >
          Out
        </Button>
        <Button
          {...off(level >= deepest, 'It stands as deep as it can here.')}
          aria-label={`Move in: ${name}`}
          onClick={() => onChange({ level: level + 1 })}
        >
          In
        </Button>
        <Button
          {...off(false, '')}
          aria-label={`Remove: ${name}`}
          onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}

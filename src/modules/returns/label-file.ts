import { invalid } from '#src/platform/lib/errors.ts'

/** Bytes of a label at most: carriers' labels have some 100 KB. */
export const maxLabelBytes = 1_048_576

export interface LabelFile {
  type: 'application/pdf' | 'image/png'
  content: Buffer
}

const kinds = [
  { type: 'application/pdf', head: Buffer.from('%PDF-') },
  { type: 'image/png', head: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
] as const

/** Reads a label as it was sent, by its content. @throws AppError VALIDATION_ERROR */
export function readLabelFile(base64: string): LabelFile {
  const content = Buffer.from(base64, 'base64')
  if (content.length > maxLabelBytes) throw invalid({ field: 'label.file', message: 'must be at most 1 MiB' })
  const kind = kinds.find(({ head }) => content.subarray(0, head.length).equals(head))
  if (kind === undefined) throw invalid({ field: 'label.file', message: 'must be a PDF or a PNG, in Base64' })
  return { type: kind.type, content }
}

export function labelName(orderNumber: string, type: LabelFile['type']): string {
  return `return-label-${orderNumber.replace(/[^\w-]/g, '_')}.${type === 'image/png' ? 'png' : 'pdf'}`
}

import { type Command, InvalidArgumentError } from 'commander'

export interface Paging {
  limit: number
  cursor?: string
}

export function addPaging(command: Command): Command {
  return command
    .option('--limit <n>', 'how many, up to 100', toLimit, 20)
    .option('--cursor <cursor>', '`next_cursor` of the page before')
}

export function toQuery({ limit, cursor }: Paging): { limit: number; cursor?: string } {
  return { limit, ...(cursor !== undefined && { cursor }) }
}

function toLimit(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new InvalidArgumentError('It is a number from 1 to 100.')
  return limit
}

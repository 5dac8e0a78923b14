import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { useMay } from './permissions.ts'
import { api } from './session.ts'

/** Currencies of the markets, and `known` ones, besides `own`; for who may not read markets only `known` ones. */
export function useOtherCurrencies(own: string, known: Iterable<string>): string[] {
  const { data: markets = [] } = useQuery({
    queryKey: ['markets', 'currencies'],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/admin/markets', { params: { query: { limit: 100 } }, signal }))).items,
    enabled: useMay('settings.read'),
  })
  const all = new Set([...markets.map(({ currency }) => currency), ...known])
  return [...all].filter((one) => one !== own).sort()
}

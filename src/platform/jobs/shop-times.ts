/** What a shop had is half as much this long after. */
const halfLifeMs = 10_000
/** Shops with less than this are equal. */
const muchMs = 250
/** Of so many shops it is known that they had much; the others are equal. */
const maxBusy = 50

/** How much time of the workers each shop has had of late. */
export interface ShopTimes {
  add(shop: string | undefined, ms: number): void
  /** Shops that have had much, first that which has had the least. */
  busy(): string[]
}

export function createShopTimes(now: () => number = () => performance.now()): ShopTimes {
  const times = new Map<string, number>()
  let at = now()

  function fade(): void {
    const share = 0.5 ** ((now() - at) / halfLifeMs)
    at = now()
    for (const [shop, ms] of times) {
      if (ms * share < 1) times.delete(shop)
      else times.set(shop, ms * share)
    }
  }

  return {
    add(shop, ms) {
      fade()
      if (shop !== undefined) times.set(shop, (times.get(shop) ?? 0) + ms)
    },
    busy() {
      fade()
      const found = [...times].filter(([, ms]) => ms > muchMs).sort(([, one], [, other]) => one - other)
      return found.slice(-maxBusy).map(([shop]) => shop)
    },
  }
}

/** The shop that a job is of; undefined: of none. */
export function shopOf(payload: object): string | undefined {
  const { merchantId, merchant_id } = payload as Partial<Record<'merchantId' | 'merchant_id', string>>
  return merchantId ?? merchant_id
}

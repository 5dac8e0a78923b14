/** A register of VAT numbers in use. */
export interface VatRegister {
  /**
   * @param number with the letters of its country
   * @param requester the shop's own number, for a reference that proves the question; null: without one
   * @throws if the register cannot answer
   */
  check(number: string, requester: string | null, signal: AbortSignal): Promise<VatAnswer>
}

export interface VatAnswer {
  status: 'valid' | 'invalid'
  reference: string | null
}

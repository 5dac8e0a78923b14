/**
 * How a gift card is taxed (Directive 2006/112/EC, article 30b): what it buys is (`multi`), or the card itself is, by
 * the rates of one country (`single`).
 */
export const vouchers = ['multi', 'single'] as const
export type Voucher = (typeof vouchers)[number]

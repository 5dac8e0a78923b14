const part = encodeURIComponent

/** The paths of a storefront: its pages, feeds, sitemaps and structured data name things by this one table. */
export const shopPaths = {
  /** The page of a product by itself, or of a group with all its variants. */
  product: (slug: string): string => `/products/${part(slug)}`,
  /** The same page with the variant chosen, or the product by itself. */
  variant: (slug: string, sku: string): string => `/products/${part(slug)}?variant=${part(sku)}`,
  collection: (slug: string): string => `/collections/${part(slug)}`,
  page: (slug: string): string => `/pages/${part(slug)}`,
}

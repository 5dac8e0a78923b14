export const statuses = ['draft', 'active', 'archived'] as const
export type ProductStatus = (typeof statuses)[number]

/** Of a person at a shop. */
export type Role = 'owner' | 'manager' | 'viewer'

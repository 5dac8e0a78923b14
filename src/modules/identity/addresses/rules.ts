/** Maximum addresses of an account. */
export const maxAddresses = 100

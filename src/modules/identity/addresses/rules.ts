/** The most addresses of one account. */
export const maxAddresses = 100

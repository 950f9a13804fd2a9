/** What an operator may do. A file of its own, so that the help of the commands loads no server. */
export const operatorScopes: readonly string[] = ['read', 'resolve', 'payout:create', 'payout:approve']

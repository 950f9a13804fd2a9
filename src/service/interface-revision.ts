/**
 * The revision of the payments service's interface that this version implements. The interface names no public revision,
 * so this is the month of the description that was followed.
 */
export const interfaceRevision = '2026-11'

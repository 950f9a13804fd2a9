/** The screens of unpaid payments, loaded with them. */
export const unpaidStyles = `
.support { display: flex; flex-wrap: wrap; gap: 0 1.5em }
.support a { padding: .6em 0 }`

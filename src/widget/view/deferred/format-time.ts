/** A day and a time of the payer's time zone, which a server does not have. */
export const formatTime = (time: string, locale: string) =>
  new Date(time).toLocaleString(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

import type { BankLink as Link } from '../../../contract/view.ts'
import type { Model } from '../model.ts'

/** Opens the payment in a banking app on this device. The page may cancel it. */
export function BankLink({ model: { t, page }, link }: { model: Model; link: Link }) {
  const handleClick = (event: Event) => {
    if (!page.emit({ type: 'open', ...link })) event.preventDefault()
  }
  return (
    <p class="actions narrow">
      <a class="secondary" href={link.url} target="_top" onClick={handleClick}>
        {t('openBankApp')}
      </a>
    </p>
  )
}

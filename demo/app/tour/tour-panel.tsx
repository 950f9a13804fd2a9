import { chapters } from './chapters.ts'
import type { Tour } from './tour.ts'

/** The current chapter with the tour's button. While presenting it is the caption below the shop. */
export function TourCaption({ tour, error }: { tour: Tour; error: string | null }) {
  const { current, nextStep } = tour
  if (!current) return null
  const { chapter, number, phase } = current
  const isBusy = phase === 'preparing' || phase === 'playing'
  return (
    <div class="tour-caption">
      <p class="tour-text" role="status">
        <strong>
          {number}. {chapter.title}
        </strong>{' '}
        <span class={error === null ? '' : 'error'}>{error ?? chapter.sentence}</span>
      </p>
      <button type="button" class="control first tour-next" aria-disabled={isBusy} onClick={tour.advance}>
        {nextStep}
      </button>
    </div>
  )
}

/** The tour in the place of the remote control. */
export function TourPanel({ tour, error }: { tour: Tour; error: string | null }) {
  return (
    <section class="remote tour" aria-label="Tour">
      <h2>A tour in six chapters</h2>
      <TourCaption tour={tour} error={error} />
      <ol class="chapters">
        {chapters.map(({ id, title }, index) => (
          <li key={id}>
            <button
              type="button"
              class="chapter"
              aria-current={tour.current?.chapter.id === id ? 'step' : undefined}
              onClick={() => tour.goTo(index)}
            >
              {index + 1}. {title}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" class="button-plain tour-end" aria-label="End the tour" onClick={tour.end}>
        End
      </button>
    </section>
  )
}

import { fill, type Words } from '../words/en.ts'
import { chapters } from './chapters.ts'
import type { Tour } from './tour.ts'

interface Props {
  tour: Tour
  words: Words
  error: string | null
}

function pressOf(current: NonNullable<Tour['current']>, words: Words): string {
  const { chapter, phase, next } = current
  if (phase !== 'played') return words[chapter.press]
  return next ? fill(words.next, { title: words[next.title] }) : words.endTour
}

/** The current chapter with the tour's button. While presenting it is the caption beside the shop. */
export function TourCaption({ tour, words, error }: Props) {
  const { current } = tour
  if (!current) return null
  const { chapter, number, phase } = current
  const isBusy = phase === 'preparing' || phase === 'playing'
  return (
    <div class="tour-caption">
      <p class="tour-text" role="status">
        <strong>
          {number}. {words[chapter.title]}
        </strong>{' '}
        <span class={error === null ? '' : 'error'}>{error ?? words[chapter.sentence]}</span>
      </p>
      <button type="button" class="control first tour-next" aria-disabled={isBusy} onClick={tour.advance}>
        {pressOf(current, words)}
      </button>
    </div>
  )
}

/** The tour in the place of the remote control. */
export function TourPanel({ tour, words, error }: Props) {
  return (
    <section class="remote tour" aria-label="Tour" tabIndex={-1}>
      <h2>{words.tourTitle}</h2>
      <TourCaption tour={tour} words={words} error={error} />
      <Chapters tour={tour} words={words} />
      <button type="button" class="button-plain tour-end" aria-label={words.endTour} onClick={tour.end}>
        {words.end}
      </button>
    </section>
  )
}

/** What stands there at first: the tour, or the controls of one's own. */
export function TourCard({ tour, words, tryIt }: Omit<Props, 'error'> & { tryIt: () => void }) {
  return (
    <section class="remote tour" aria-label="Tour" tabIndex={-1}>
      <h2>{words.tourTitle}</h2>
      <div class="tour-caption">
        <p>{words.tourIntro}</p>
        <button type="button" class="control first" onClick={tour.advance}>
          {words.takeTour}
        </button>
      </div>
      <Chapters tour={tour} words={words} />
      <button type="button" class="button-plain try-it" onClick={tryIt}>
        {words.tryIt}
      </button>
    </section>
  )
}

function Chapters({ tour, words }: Pick<Props, 'tour' | 'words'>) {
  return (
    <ol class="chapters">
      {chapters.map((chapter, index) => (
        <li key={chapter.title}>
          <button
            type="button"
            class="chapter"
            aria-current={tour.current?.chapter === chapter ? 'step' : undefined}
            onClick={() => tour.goTo(index)}
          >
            {index + 1}. {words[chapter.title]}
          </button>
        </li>
      ))}
    </ol>
  )
}

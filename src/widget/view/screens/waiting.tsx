import type { Model, ScreenContent } from '../model.ts'
import { AnotherWay } from '../parts/another-way.tsx'

/**
 * A request that usually takes a moment has the shape of the next screen. After a while it says that it takes longer. Where
 * waiting is usual, help is there from the start.
 */
export function waiting(model: Model, heading: 'loading' | 'preparing' | 'pending'): ScreenContent {
  const { Slow } = model.parts
  const isShort = heading !== 'pending'
  return {
    tone: 'active',
    heading: model.t(heading),
    hint: !isShort && model.t('pendingHint'),
    body: isShort ? (
      <>
        <div class="skeleton">
          <i />
          <i />
          <i />
        </div>
        {Slow && <Slow model={model} />}
      </>
    ) : (
      <AnotherWay model={model} />
    ),
  }
}

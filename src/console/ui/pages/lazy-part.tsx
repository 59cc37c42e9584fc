import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Crash } from './crash'
import { lazily } from './lazily'

/** Loads an optional part of a page, which stays as it is until the part is loaded, even in an outage. */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded = lazily(load)
  return (props) => (
    <Crash scope="optional">
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    </Crash>
  )
}

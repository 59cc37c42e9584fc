import { type ReactNode, Suspense } from 'react'
import { useWantedSteps } from './use-wanted-steps'
import { lazily } from '../ui/pages/lazily'

const FirstSteps = lazily(async () => (await import('./first-steps')).FirstSteps)

interface LazyFirstStepsProps {
  /** Shown to users who can't take the steps or have dismissed them. */
  readonly otherwise: ReactNode
}

/** The first steps of an organization that has not seen an asset yet. Others do not load their script. */
export function LazyFirstSteps({ otherwise }: LazyFirstStepsProps) {
  const { isWanted } = useWantedSteps()
  if (!isWanted) return otherwise
  return (
    <Suspense>
      <FirstSteps />
    </Suspense>
  )
}

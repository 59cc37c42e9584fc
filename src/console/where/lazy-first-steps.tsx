import { Suspense } from 'react'
import { lazily } from '../ui/lazily'

const FirstSteps = lazily(async () => (await import('../first-steps/first-steps')).FirstSteps)

/** The first steps of an organization that has not seen an asset yet. Others do not load their script. */
export const LazyFirstSteps = () => (
  <Suspense>
    <FirstSteps />
  </Suspense>
)

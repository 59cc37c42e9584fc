import { lazyPart } from '../ui/pages/lazy-part'
import { TimeNotice } from './time-notice'

const DeletedHistory = lazyPart(async () => (await import('./deleted-history')).DeletedHistory)

interface TimeProblemProps {
  /** What is wrong with the time of the address. */
  readonly problem: string | undefined
  /** The earliest time that the page shows; undefined now. */
  readonly since: string | undefined
}

/** Says what is wrong with the time of an address, and that the history of this time may be deleted. */
export const TimeProblem = ({ problem, since }: TimeProblemProps) => (
  <>
    {problem !== undefined && <TimeNotice text={problem} />}
    {since !== undefined && <DeletedHistory since={since} />}
  </>
)

import { Alert } from '@mantine/core'

/** Says what is wrong with the time of an address. */
export const TimeProblem = ({ problem }: { readonly problem: string | undefined }) =>
  problem === undefined ? null : (
    <Alert color="yellow" mb="sm" role="status">
      {problem}
    </Alert>
  )

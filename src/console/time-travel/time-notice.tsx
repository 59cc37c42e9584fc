import { Alert } from '@mantine/core'

/** A notice about the time that a page shows. */
export const TimeNotice = ({ text }: { readonly text: string }) => (
  <Alert color="yellow" mb="sm" role="status">
    {text}
  </Alert>
)

import { Alert } from '@mantine/core'
import { t } from '../../languages/messages'

/** Names the chosen records that get no label. */
export const Missing = ({ keys }: { readonly keys: readonly string[] }) =>
  keys.length > 0 && (
    <Alert color="yellow">
      {t('No label is printed for {keys}. The records were not found or are not in effect.', {
        keys: keys.join(', '),
      })}
    </Alert>
  )

const namedMax = 5

export function namesOf(labeled: readonly { readonly name: string }[]): string {
  const names = labeled.slice(0, namedMax).map(({ name }) => name)
  const others = labeled.length - names.length
  return others > 0 ? t('{names} and {others} more', { names: names.join(', '), others }) : names.join(', ')
}

import { Alert, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { useServerHosts } from '../ui/values/server-addresses'

/** Says when the host shown works only on the server, and which other addresses the server has. */
export function ServerHostHint({ port }: { readonly port: 'mqtt' | 'http' }) {
  const { others, isLocal } = useServerHosts(port)
  if (isLocal)
    return (
      <Alert
        color="yellow"
        title={t('{hostname} works only on this computer', { hostname: location.hostname })}
      >
        {t('In the reader, enter the name or the network address of this computer instead.')}
      </Alert>
    )
  if (others.length === 0) return null
  return (
    <Text size="sm">
      {t('The server has other addresses, too: {addresses}. Use the one in the network of the reader.', {
        addresses: others.join(', '),
      })}
    </Text>
  )
}

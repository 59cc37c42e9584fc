import { Alert, Text } from '@mantine/core'
import { urlAt, useServerHosts } from '../values/server-addresses'
import { t } from '../../languages/messages'
import { CopyField } from './copy-field'

/**
 * A link for somebody on another computer, with an address of the server that works there. Says so when none is known.
 *
 * @param path begins with "/"
 */
export function LinkForOthers({ path }: { readonly path: string }) {
  const { host, others, isLocal, isPending } = useServerHosts('http')
  if (isPending) return null
  return (
    <>
      {isLocal && (
        <Alert
          color="yellow"
          title={t('{hostname} works only on this computer', { hostname: location.hostname })}
        >
          {t(
            'Open the console by the name or the network address of this computer, and create the link there.',
          )}
        </Alert>
      )}
      <CopyField label={t('Link')} value={urlAt(host, path)} />
      {others.length > 0 && (
        <Text size="sm">
          {t('The server has other addresses, too: {addresses}. Use one that the other computer can reach.', {
            addresses: others.join(', '),
          })}
        </Text>
      )}
    </>
  )
}

import { Anchor, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'

/** The guide for the person who writes the client program. The service contains it. */
export const GuideLink = () => (
  <Text size="sm">
    {rich('Next: {guide}, with curl, Python, TypeScript and Node-RED.', {
      guide: (
        <Anchor key="guide" href="/docs/integrate.md" underline="always" inherit>
          {t('From the API key to the first event')}
        </Anchor>
      ),
    })}
  </Text>
)

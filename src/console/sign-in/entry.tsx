import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConnectionBanner } from '../ui/notices/connection-banner'
import { Brand } from '../ui/pages/brand'
import { LanguageChoice } from './language-choice'

/** The frame of the pages that users see before they are in the console. */
export const Entry = ({ children }: { readonly children: ReactNode }) => (
  <main className="entry">
    <Brand />
    <Card withBorder padding="lg">
      <ConnectionBanner />
      {children}
    </Card>
    <LanguageChoice />
  </main>
)

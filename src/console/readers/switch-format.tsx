import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../api/client'
import { messageOf } from '../api/errors'
import { t } from '../languages/messages'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { hasMessages, outcomeText, readMessagesAgain } from './read-again'
import { type Format, shortNameOf } from './reader-formats'
import { pathOf, type Reader } from './use-reader'

interface SwitchFormatProps {
  readonly reader: Reader
  readonly format: Format
}

/** The button that changes the format of a reader and reads the messages again that were rejected before. */
export function SwitchFormat({ reader, format }: SwitchFormatProps) {
  const [isBusy, setBusy] = useState(false)
  const name = shortNameOf(format)

  async function change(): Promise<void> {
    setBusy(true)
    try {
      const params = pathOf(reader)
      await dataOf(api.PATCH('/internal/v1/readers/{reader}', { params, body: { format } }))
      toastDone(await readAgain())
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }

  /** Returns what happened. Throws an error that says that the format has changed nevertheless. */
  async function readAgain(): Promise<string> {
    try {
      const outcome = await readMessagesAgain(reader)
      const changed = t('The format is now {name}.', { name })
      return hasMessages(outcome) ? `${changed} ${outcomeText(outcome)}` : changed
    } catch (error) {
      throw new Error(
        t(
          'The format is now {name}, but reading the kept messages failed: {problem}. Choose “Read rejected messages again” under Recent messages on the page of the reader.',
          { name, problem: messageOf(error) },
        ),
        { cause: error },
      )
    }
  }

  return (
    <Button loading={isBusy} onClick={() => void change()}>
      {t('Switch to {name}', { name })}
    </Button>
  )
}

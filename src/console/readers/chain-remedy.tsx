import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { LinkButton } from '../ui/pages/link'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { causes, type Diagnosis } from './chain-causes'
import type { Format } from './reader-formats'
import { SwitchFormat } from './switch-format'
import { createToken, patchReader, type Reader, type ReaderChanges, readerChanged } from './use-reader'

interface ChainRemedyProps {
  readonly reader: Reader
  readonly diagnosis: Diagnosis
  /** Called with the port of the antenna that needs a location. */
  readonly onMap: (port: number) => void
  readonly onToken?: (token: string) => void
  readonly hasSettings?: boolean
  readonly hasMessages?: boolean
}

/** The button that removes the cause, or leads to where it can be removed. */
export function ChainRemedy({ reader, diagnosis, onMap, onToken, ...parts }: ChainRemedyProps) {
  const { hasSettings = false, hasMessages = false } = parts
  const { may } = useSignedIn()
  const remedy = diagnosis.cause && causes[diagnosis.cause].remedy?.(diagnosis, reader)
  if (remedy === 'assign')
    return <LinkButton href={`/unknown-tags?reader=${reader.id}`}>{t('Assign unknown tags')}</LinkButton>
  if (!may('admin')) return null
  switch (remedy) {
    case 'switch':
      return (
        <div className="remedies">
          <SwitchFormat reader={reader} format={diagnosis.likely_format as Format} />
          {hasMessages && <ShowPart id="messages" label={t('See the last message')} isQuiet />}
        </div>
      )
    case 'format':
      return <LinkButton href={`/readers/${reader.id}/edit`}>{t('Choose a format')}</LinkButton>
    case 'clock':
      return <LinkButton href={`/readers/${reader.id}/edit`}>{t('Set the time zone')}</LinkButton>
    case 'edit':
      return <LinkButton href={`/readers/${reader.id}/edit`}>{t('Check its address')}</LinkButton>
    case 'take_over':
      return (
        <ChangeButton
          reader={reader}
          changes={{ llrp: { takes_over: true } }}
          done={t('{name} is taken over when it is free', { name: reader.name })}
        >
          {t('Take over')}
        </ChangeButton>
      )
    case 'activate':
      return (
        <ChangeButton
          reader={reader}
          changes={{ is_active: true }}
          done={t('{name} is active', { name: reader.name })}
        >
          {t('Activate')}
        </ChangeButton>
      )
    case 'map':
      return <MapButton port={diagnosis.antenna} onMap={onMap} />
    case 'password':
      return onToken ? <NewPassword reader={reader} onToken={onToken} /> : null
    case 'settings':
      return hasSettings ? (
        <ShowPart id="connection" label={t('Show connection settings')} />
      ) : (
        <LinkButton href={`/readers/${reader.id}`}>{t('Show reader')}</LinkButton>
      )
    default:
      return null
  }
}

/** Accepts the device that is at the address now. */
export const ConfirmDevice = ({ reader }: { readonly reader: Reader }) => (
  <ChangeButton
    reader={reader}
    changes={{ address: reader.address }}
    done={t('{name} is confirmed', { name: reader.name })}
  >
    {t('Confirm this reader')}
  </ChangeButton>
)

interface ShowPartProps {
  /** The id of the title of the part. */
  readonly id: string
  readonly label: string
  readonly isQuiet?: boolean
}

/** Scrolls to a part of the page, which is far below on a phone. */
const ShowPart = ({ id, label, isQuiet = false }: ShowPartProps) => (
  <Button
    variant={isQuiet ? 'subtle' : 'filled'}
    {...(isQuiet && { size: 'compact-sm' })}
    onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
  >
    {label}
  </Button>
)

interface MapButtonProps {
  readonly port: number | null
  readonly onMap: (port: number) => void
}

const MapButton = ({ port, onMap }: MapButtonProps) =>
  port !== null && <Button onClick={() => onMap(port)}>{t('Map antenna {port}', { port })}</Button>

interface ChangeButtonProps {
  readonly reader: Reader
  readonly changes: ReaderChanges
  /** The message when it is done. */
  readonly done: string
  readonly children: string
}

function ChangeButton({ reader, changes, done, children }: ChangeButtonProps) {
  const [isBusy, setBusy] = useState(false)
  async function change(): Promise<void> {
    setBusy(true)
    try {
      await patchReader(reader, changes)
      toastDone(done)
      await readerChanged(reader.id)
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={() => void change()}>
      {children}
    </Button>
  )
}

const NewPassword = ({
  reader,
  onToken,
}: {
  readonly reader: Reader
  readonly onToken: (token: string) => void
}) => (
  <ConfirmButton
    label={t('Create new password')}
    title={t('Create new password for {name}', { name: reader.name })}
    confirm={t('Create new password')}
    onConfirm={async () => onToken(await createToken(reader.id))}
    variant="filled"
  >
    {t(
      'The current password stops working immediately. The reader can connect again after you enter the new password in it.',
    )}
  </ConfirmButton>
)

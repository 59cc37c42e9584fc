import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { queryClient } from '../api/client'
import { useSignedIn } from '../api/session'
import { locationsChanged } from '../api/use-locations'
import { t } from '../languages/messages'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { codeOf } from './sheets/label-codes'
import type { LabelSize } from './sheets/label-sizes'
import { Missing, namesOf } from './sheets/missing'
import { attachKey, type LabeledRecord } from './use-labeled-records'

interface RemarksProps {
  readonly labeled: readonly LabeledRecord[]
  readonly keys: readonly string[]
  readonly kind: 'qr' | 'code128'
  readonly size: LabelSize
}

/** Explains what the codes contain and which labels differ from what was chosen. */
export function Remarks({ labeled, keys, kind, size }: RemarksProps) {
  const known = new Set(labeled.map(({ key }) => key))
  const missing = keys.filter((key) => !known.has(key))
  const byKey = labeled.filter(({ barcode }) => barcode === undefined)
  const isUnsuitable = ({ key, barcode }: LabeledRecord) =>
    codeOf(barcode ?? key, kind, size.width - 4).kind !== kind
  const unsuitable = labeled.filter(isUnsuitable)
  return (
    <>
      <Missing keys={missing} />
      {unsuitable.length > 0 && (
        <Alert color="yellow">
          {t("Code 128 can't hold the text or would be too wide. A QR code is used for {names}.", {
            names: namesOf(unsuitable),
          })}
        </Alert>
      )}
      {byKey.length > 0 && <KeysOnly labeled={byKey} />}
      {byKey.length === 0 && labeled.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('Each code contains the value of the barcode tag.')}
        </Text>
      )}
    </>
  )
}

/** Offers to attach keys as barcode tags, because readers don't recognize keys. */
function KeysOnly({ labeled }: { readonly labeled: readonly LabeledRecord[] }) {
  const { may } = useSignedIn()
  const [isBusy, setBusy] = useState(false)

  async function attach(): Promise<void> {
    setBusy(true)
    try {
      for (const one of labeled) await attachKey(one)
      toastDone(t('Keys attached as barcode tags'))
    } catch (error) {
      toastProblem(error)
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['labels'] }),
        queryClient.invalidateQueries({ queryKey: ['asset'] }),
        queryClient.invalidateQueries({ queryKey: ['assets'] }),
        locationsChanged(),
      ])
      setBusy(false)
    }
  }

  return (
    <Alert color="blue" title={t('No barcode tag: {names}', { names: namesOf(labeled) })}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t(
            "The code contains the key, which readers don't recognize. Attach the key as a barcode tag so that scanning the label identifies the record.",
          )}
        </Text>
        {may('manager') && (
          <Button variant="default" size="xs" loading={isBusy} onClick={() => void attach()}>
            {t('{count, plural, one {Attach key} other {Attach keys}}', { count: labeled.length })}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

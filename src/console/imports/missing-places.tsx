import { Alert } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/notices/toasts'
import { checkAgain, type ImportRun } from './import-run'
import { LocationPreview } from './location-preview'
import { locationsOfRecords } from './location-rows'

/** Offers to add the locations that rows name and that do not exist. */
export function MissingPlaces({ run: { plan } }: { readonly run: ImportRun }) {
  const { missingPlaces } = plan
  const locations = useMemo(
    () =>
      locationsOfRecords(
        missingPlaces.map((cell, at) => ({ line: at + 1, cells: [cell] })),
        ['path'],
      ),
    [missingPlaces],
  )
  if (missingPlaces.length === 0) return null
  return (
    <Alert
      color="yellow"
      title={t(
        '{count, plural, one {# location of the file does not exist} other {# locations of the file do not exist}}',
        { count: missingPlaces.length },
      )}
    >
      <LocationPreview
        locations={locations}
        fileName="locations"
        onImported={() => void checkAgain().catch(toastProblem)}
        onDone={() => void checkAgain().catch(toastProblem)}
      />
    </Alert>
  )
}

import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client'
import { t } from '../../languages/messages'
import { toastProblem } from '../../ui/notices/toasts'
import { Section } from '../../ui/pages/section'
import { actions, type PrintJob } from './job-queries'

const listed = 200

/** Gives a fixed reader to a job. */
export function StationChoice({ job }: { readonly job: PrintJob }) {
  const [chosen, choose] = useState('')
  const { data: readers = [] } = useQuery({
    queryKey: ['readers', 'stations'],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/readers', { params: { query: { limit: listed } } }))).data,
  })
  const fixed = readers.filter(({ kind }) => kind === 'fixed')
  return (
    <Section id="station-choice" title={t('Encode station')}>
      <Text size="sm" mb="xs">
        {job.printer_id === null
          ? t('A fixed reader with a small field reads each label alone. Without it, no label becomes live.')
          : t('A fixed reader with a small field reads each label alone before it becomes live.')}{' '}
        {t('Its reads change no place meanwhile.')}
      </Text>
      <Group align="flex-end">
        <NativeSelect
          label={t('Reader')}
          data={[
            { value: '', label: t('Choose a reader') },
            ...fixed.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={chosen === ''}
          onClick={() => void actions.giveStation(job.id, Number(chosen)).catch(toastProblem)}
        >
          {t('Use it as the station')}
        </Button>
      </Group>
    </Section>
  )
}

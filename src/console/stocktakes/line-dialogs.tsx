import { Button, FileInput, Group, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, dataOf } from '../api/client'
import { fileBody } from '../api/file-body'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { LocationTreeSelect } from '../locations/location-tree-select'
import { FormDialog } from '../ui/forms/form-dialog'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { excuse, isExcusable, type StocktakeLine, stocktakesChanged } from './stocktake-queries'

interface LineProps {
  readonly id: number
  readonly line: StocktakeLine
}

/** What a counter may say about an asset that nobody has scanned. */
export const LineActions = (props: LineProps) => (
  <Group gap={4}>
    <FoundByHand {...props} />
    {isExcusable(props.line) && <Excuse {...props} />}
  </Group>
)

const pathOf = ({ id, line }: LineProps) => ({
  path: { stocktake: id, asset: line.asset_id },
})

function Excuse(props: LineProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const { asset_name: name } = props.line
  const form = useApiForm({
    initial: {
      note: props.line.verdict === 'excused' ? (props.line.note ?? '') : '',
      photo: null as File | null,
    },
    async submit({ note, photo }) {
      await excuse(props.id, props.line.asset_id, note)
      const path = '/internal/v1/stocktakes/{stocktake}/lines/{asset}/photo'
      if (photo) await dataOf(api.POST(path, { params: pathOf(props), ...fileBody(photo) }))
    },
    done() {
      close()
      void stocktakesChanged()
    },
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={t('Excuse {name}', { name })}>
        {t('Excuse')}
      </Button>
      <FormDialog opened={opened} onClose={close} title={t('Excuse {name}', { name })}>
        <Form form={form} label={t('Excuse')}>
          <Textarea label={t('Why is it not here?')} required autosize minRows={2} {...form.text('note')} />
          <FileInput
            label={t('Photo')}
            description={t('JPEG, PNG or WebP, up to 10 MB. It is scaled down to 2048 pixels.')}
            placeholder={t('Choose or take a photo')}
            accept="image/jpeg,image/png,image/webp"
            clearable
            clearButtonProps={{ 'aria-label': t('Remove the photo') }}
            value={form.values.photo}
            onChange={(photo) => form.set('photo', photo)}
          />
        </Form>
      </FormDialog>
    </>
  )
}

function FoundByHand(props: LineProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const { asset_name: name, expected_location_id: expected } = props.line
  const { data: locations } = useLocationTree()
  const form = useApiForm({
    initial: { location_id: expected, note: '' },
    submit: ({ location_id: location, note }) =>
      dataOf(
        api.POST('/internal/v1/stocktakes/{stocktake}/lines/{asset}/found', {
          params: pathOf(props),
          body: { location_id: location as number, ...(note !== '' && { note }) },
        }),
      ),
    done() {
      close()
      void stocktakesChanged()
    },
  })
  const { value, error } = form.choice('location_id')
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={t('Found by hand: {name}', { name })}>
        {t('Found by hand')}
      </Button>
      <FormDialog opened={opened} onClose={close} title={t('Found by hand: {name}', { name })}>
        <Form form={form} label={t('Found')}>
          <LocationTreeSelect
            label={t('Location')}
            placeholder={t('Choose a location')}
            locations={locations?.all ?? []}
            value={value}
            error={error}
            onChange={(id) => form.set('location_id', id)}
          />
          <Textarea label={t('Note')} autosize minRows={2} {...form.text('note')} />
        </Form>
      </FormDialog>
    </>
  )
}

import { Anchor, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { locationNameIn, locationNames } from '../api/record-names'
import { counted, exactly, lengthOf } from '../ui/format'
import { Empty, Missing } from '../ui/query-states'
import { Time } from '../ui/time'

type UnknownTag = Schemas['UnknownTag']

/** Where and when a tag was heard that belongs to nothing yet: it tells what the tag may be on. */
export function UnknownTagHistory({ tag }: { readonly tag: UnknownTag }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={open}
        aria-label={`Where it was, of ${tag.value}`}
      >
        Where it was
      </Anchor>
      <Modal
        opened={isOpen}
        onClose={close}
        title={<span className="tag-value">Where {tag.value} was</span>}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Presences id={tag.id} />
      </Modal>
    </>
  )
}

async function fetchPresences(id: number) {
  const params = { path: { unknown_tag: id } }
  const { data } = await dataOf(api.GET('/internal/v1/unknown-tags/{unknown_tag}', { params }))
  const names = await locationNames(data.presences.map((presence) => presence.location_external_key))
  return data.presences.map((presence) => ({
    ...presence,
    place: locationNameIn(names, presence.location_external_key),
  }))
}

function Presences({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['unknown-tags', 'presences', id],
    queryFn: () => fetchPresences(id),
  })
  if (!data) return <Missing error={error} onRetry={refetch} />
  if (data.length === 0) return <Empty>Nothing of it is kept.</Empty>
  return (
    <ol className="timeline" aria-label="Where it was">
      {data.map((presence) => (
        <li key={`${presence.first_seen_at} ${presence.location_id}`}>
          <Text fw={600}>{presence.place}</Text>
          <Text size="sm" component="div">
            <Time at={presence.first_seen_at} />, {exactly(presence.first_seen_at)}
          </Text>
          <Text size="sm" c="dimmed">
            {counted(presence.read_count)} {presence.read_count === 1 ? 'read' : 'reads'} in{' '}
            {lengthOf((Date.parse(presence.last_seen_at) - Date.parse(presence.first_seen_at)) / 1000)}
          </Text>
        </li>
      ))}
    </ol>
  )
}

import { ActionIcon, Modal, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { type OwnedTag, tagsLike } from '../records/same-tags'
import { CameraView } from '../scans/camera'
import { cameraProblem } from '../scans/camera-problem'
import { Failed } from '../ui/pages/query-states'
import { toastProblem } from '../ui/notices/toasts'
import { type RecentRecord, useRecentRecords } from './recent-records'
import { SearchResults } from './search-results'
import { typedAhead } from './typed-ahead'
import type { FoundGroup, FoundItem, SearchedPages } from './found'
import { pageItem, useSearch } from './use-search'

export interface SearchDialogProps {
  readonly pages: SearchedPages
  /** Whether the camera is on when the dialog opens. */
  readonly withCamera: boolean
  readonly onClose: () => void
}

const pauseMs = 150

/** Finds records, actions and pages, by typing or with the camera. */
export function SearchDialog({ pages, withCamera, onClose }: SearchDialogProps) {
  const [text, setText] = useState('')
  const typed = useStore(typedAhead)
  // The keys that came before the input had the focus.
  useEffect(() => {
    if (typed === '') return
    typedAhead.set('')
    setText((before) => before + typed)
  }, [typed])
  const [q] = useDebouncedValue(text, pauseMs)
  const { recent, addRecent } = useRecentRecords()
  const [, navigate] = useLocation()
  const found = useSearch(q, pages)

  function open({ href, title, kind, run }: RecentRecord & Pick<FoundItem, 'run'>): void {
    onClose()
    if (run) return void run()
    addRecent({ href, title, kind })
    navigate(href)
  }

  const camera = useCamera(withCamera, async (value) => {
    setText(value)
    const [tag, ...others] = await tagsLike(value)
    if (tag && others.length === 0) open(recordOf(tag))
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Search')}
      size="lg"
      padding="md"
      yOffset="6vh"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <SearchResults
        text={text}
        onText={setText}
        groups={text.trim() === '' ? groupsOfNothing(recent, pages) : found.groups}
        isSettled={q === text && !found.isLoading}
        isFailed={found.error !== null}
        onOpen={open}
        onClose={onClose}
        camera={camera.button}
      >
        {camera.view}
        {text === '' && <QuestionHint />}
        {found.error !== null && <Failed error={found.error} />}
      </SearchResults>
      {found.more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('{count, plural, one {# more asset.} other {# more assets.}} Add a word to narrow the search.', {
            count: found.more,
          })}
        </Text>
      )}
    </Modal>
  )
}

const QuestionHint = () => (
  <Text size="sm" c="dimmed" mt="xs">
    {t('A question works, too, such as “left dock 1 yesterday 14-16”.')}
  </Text>
)

const recordOf = ({
  asset_id: assetId,
  location_id: locationId,
  owner_name: title,
}: OwnedTag): RecentRecord =>
  assetId === null
    ? { href: `/locations/${locationId}`, title, kind: 'location' }
    : { href: `/assets/${assetId}`, title, kind: 'asset' }

/** The camera and its button, when browser and connection allow it. A code that was read switches it off. */
function useCamera(isOnAtFirst: boolean, scanned: (value: string) => Promise<void>) {
  const [isOn, setOn] = useState(isOnAtFirst)
  if (cameraProblem() !== null) return { button: null, view: null }
  const button = (
    <ActionIcon
      variant="default"
      size={42}
      aria-label={isOn ? t('Stop camera') : t('Scan with camera')}
      onClick={() => setOn(!isOn)}
    >
      <IconCamera size={20} aria-hidden />
    </ActionIcon>
  )
  const read = ([value = '']: readonly string[]) => {
    setOn(false)
    void scanned(value).catch(toastProblem)
  }
  return { button, view: isOn && <CameraView onScan={read} onFailed={() => setOn(false)} /> }
}

/** What is offered before a text is typed: what was opened last, and the pages. */
const groupsOfNothing = (
  recent: readonly RecentRecord[],
  { actions, pages }: SearchedPages,
): readonly FoundGroup[] => [
  ...(recent.length === 0
    ? []
    : [{ label: t('Recent'), items: recent.map((record) => ({ ...record, place: '', matched: '' })) }]),
  { label: t('Pages'), items: withoutRecent(pages, recent).map((page) => pageItem('page', page)) },
  { label: t('Actions'), items: withoutRecent(actions, recent).map((action) => pageItem('action', action)) },
]

const withoutRecent = (
  pages: SearchedPages['pages'],
  recent: readonly RecentRecord[],
): SearchedPages['pages'] => pages.filter(({ href }) => !recent.some((record) => record.href === href))

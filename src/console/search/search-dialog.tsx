import { ActionIcon, Combobox, Group, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconAntenna,
  IconBox,
  IconBrowser,
  IconCamera,
  IconMapPin,
  IconSearch,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../languages/messages'
import { type OwnedTag, tagsLike } from '../records/same-tags'
import { CameraView } from '../scans/camera'
import { cameraProblem } from '../scans/camera-problem'
import { Failed } from '../ui/query-states'
import { toastProblem } from '../ui/toasts'
import { type RecentRecord, useRecentRecords } from './recent-records'
import { type FoundGroup, type FoundItem, type SearchedPage, useSearch } from './use-search'

export interface SearchDialogProps {
  readonly pages: readonly SearchedPage[]
  /** Whether the camera is on when the dialog opens. */
  readonly withCamera: boolean
  readonly onClose: () => void
}

const pauseMs = 150

/** Finds assets, tags, locations, readers and pages, by typing or with the camera. */
export function SearchDialog({ pages, withCamera, onClose }: SearchDialogProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text, pauseMs)
  const { recent, remember } = useRecentRecords()
  const [, navigate] = useLocation()
  const found = useSearch(q, pages)

  function open({ href, title, kind }: RecentRecord): void {
    remember({ href, title, kind })
    onClose()
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
      <Results
        text={text}
        onText={setText}
        groups={text.trim() === '' ? groupsOfNothing(recent, pages) : found.groups}
        isSettled={q === text && !found.isLoading}
        onOpen={open}
        onClose={onClose}
        camera={camera.button}
      >
        {camera.view}
        {found.error !== null && <Failed error={found.error} />}
      </Results>
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
  pages: readonly SearchedPage[],
): readonly FoundGroup[] => [
  ...(recent.length === 0
    ? []
    : [{ label: t('Recent'), items: recent.map((record) => ({ ...record, place: '', matched: '' })) }]),
  {
    label: t('Pages'),
    items: pages
      .filter(({ href }) => !recent.some((record) => record.href === href))
      .map(({ href, label }) => ({ href, title: label, kind: 'page' as const, place: '', matched: '' })),
  },
]

interface ResultsProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly groups: readonly FoundGroup[]
  /** Whether the groups are those of the text. */
  readonly isSettled: boolean
  readonly onOpen: (record: RecentRecord) => void
  readonly onClose: () => void
  readonly camera: ReactNode
  /** Shown between the input and the results. */
  readonly children: ReactNode
}

function Results({ text, onText, groups, isSettled, onOpen, onClose, camera, children }: ResultsProps) {
  // Escape closes the list of results, and the dialog with it.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const items = groups.flatMap((group) => group.items)
  const { selectFirstOption } = combobox
  const shown = items.map(({ href }) => href).join(' ')
  useEffect(() => {
    selectFirstOption()
  }, [shown, selectFirstOption])

  // A scanner sends Enter right after the code, when the results are still those of an earlier text.
  const [isEnterPending, setEnterPending] = useState(false)
  useEffect(() => {
    if (!isEnterPending || !isSettled) return
    setEnterPending(false)
    const [first] = items
    if (first) onOpen(first)
  })
  function postponeEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || isSettled) return
    combobox.resetSelectedOption()
    setEnterPending(true)
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(href) => {
        const item = items.find((one) => one.href === href)
        if (item) onOpen(item)
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            className="grow"
            size="md"
            aria-label={t('Search assets, tags, locations, readers and pages')}
            placeholder={t('Name, tag, location, reader or page')}
            leftSection={<IconSearch size={18} aria-hidden />}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setEnterPending(false)
              onText(event.currentTarget.value)
            }}
            onKeyDown={postponeEnter}
            data-autofocus
          />
        </Combobox.EventsTarget>
        {camera}
      </Group>
      {children}
      <Combobox.Options mt="sm" className="found" aria-label={t('Results')} aria-busy={!isSettled}>
        {groups.map(({ label, items: ofGroup }) => (
          <Combobox.Group key={label} label={label}>
            {ofGroup.map((item) => (
              <Found key={item.href} item={item} />
            ))}
          </Combobox.Group>
        ))}
        {items.length === 0 && isSettled && (
          <Combobox.Empty>{t('Nothing found. Try fewer words.')}</Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox>
  )
}

const icons: Readonly<Record<RecentRecord['kind'], Icon>> = {
  asset: IconBox,
  location: IconMapPin,
  reader: IconAntenna,
  page: IconBrowser,
}

function Found({ item: { href, title, kind, place, matched } }: { readonly item: FoundItem }) {
  const KindIcon = icons[kind]
  return (
    <Combobox.Option value={href}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <KindIcon size={18} className="rigid" aria-hidden />
        <div className="tag-value">
          <Text fw={600} size="sm">
            {title}
          </Text>
          {place !== '' && (
            <Text size="sm" c="dimmed">
              {place}
            </Text>
          )}
          {matched !== '' && (
            <Text size="sm" c="dimmed">
              {matched}
            </Text>
          )}
        </div>
      </Group>
    </Combobox.Option>
  )
}

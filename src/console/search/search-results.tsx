import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import {
  type Icon,
  IconAntenna,
  IconBolt,
  IconBox,
  IconBrowser,
  IconKey,
  IconMapPin,
  IconSearch,
  IconTrash,
  IconUser,
  IconWebhook,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { t } from '../languages/messages'
import type { RecentRecord } from './recent-records'
import type { FoundGroup, FoundItem } from './found'

interface ResultsProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly groups: readonly FoundGroup[]
  /** Whether the groups are those of the text. */
  readonly isSettled: boolean
  /** Whether the search failed, which says nothing about what there is. */
  readonly isFailed: boolean
  readonly onOpen: (item: FoundItem) => void
  readonly onClose: () => void
  readonly camera: ReactNode
  /** Shown between the input and the results. */
  readonly children: ReactNode
}

/** The input and the list of results. The arrow keys and Enter select a result. */
export function SearchResults({
  text,
  onText,
  groups,
  isSettled,
  isFailed,
  onOpen,
  onClose,
  camera,
  children,
}: ResultsProps) {
  // Escape closes the list of results, and the dialog with it.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const items = groups.flatMap((group) => group.items)
  const { selectFirstOption } = combobox
  const shown = items.map(({ href }) => href).join(' ')
  useEffect(() => {
    selectFirstOption()
  }, [shown, selectFirstOption])

  const pendingEnter = usePendingEnter(isSettled, () => {
    const [first] = items
    if (first) onOpen(first)
  })
  const postponeEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isSettled) return
    combobox.resetSelectedOption()
    pendingEnter.start()
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
        <SearchField
          text={text}
          onText={(typed) => {
            pendingEnter.cancel()
            onText(typed)
          }}
          onKeyDown={postponeEnter}
        />
        {camera}
      </Group>
      {children}
      <ResultList groups={groups} isSettled={isSettled} isFailed={isFailed} />
    </Combobox>
  )
}

interface FieldProps extends Pick<ResultsProps, 'text' | 'onText'> {
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function SearchField({ text, onText, onKeyDown }: FieldProps) {
  return (
    <Combobox.EventsTarget withExpandedAttribute>
      <TextInput
        className="grow"
        size="md"
        aria-label={t('Search records, actions and pages')}
        placeholder={t('Name, tag, place or action')}
        leftSection={<IconSearch size={18} aria-hidden />}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-autofocus
      />
    </Combobox.EventsTarget>
  )
}

function ResultList({
  groups,
  isSettled,
  isFailed,
}: Pick<ResultsProps, 'groups' | 'isSettled' | 'isFailed'>) {
  return (
    <Combobox.Options mt="sm" className="found" aria-label={t('Results')} aria-busy={!isSettled}>
      {groups.map(({ label, items }) => (
        <Combobox.Group key={label} label={label}>
          {items.map((item) => (
            <Found key={item.href} item={item} />
          ))}
        </Combobox.Group>
      ))}
      {groups.every(({ items }) => items.length === 0) && isSettled && !isFailed && (
        <Combobox.Empty>{t('Nothing found. Try fewer words.')}</Combobox.Empty>
      )}
    </Combobox.Options>
  )
}

/**
 * Runs `open` when the results are those of the typed text. A scanner sends Enter right after the code, when the results are still
 * those of an earlier text.
 */
function usePendingEnter(isSettled: boolean, open: () => void) {
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    if (!isPending || !isSettled) return
    setPending(false)
    open()
  })
  return { start: () => setPending(true), cancel: () => setPending(false) }
}

const icons: Readonly<Record<RecentRecord['kind'], Icon>> = {
  asset: IconBox,
  location: IconMapPin,
  reader: IconAntenna,
  deleted_asset: IconTrash,
  member: IconUser,
  api_key: IconKey,
  webhook: IconWebhook,
  action: IconBolt,
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

import { ActionIcon, Button, Group, Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCamera, IconSearch } from '@tabler/icons-react'
import { type ComponentType, useRef, useState } from 'react'
import { t } from '../languages/messages'
import { cameraProblem } from '../scans/camera-problem'
import type { SearchDialogProps } from '../search/search-dialog'
import { endTyping, keepTyping } from '../search/typed-ahead'
import { toastProblem } from '../ui/notices/toasts'
import { usePreload } from './preload'
import { useSearchedPages } from './searched-pages'

const loadDialog = async () => (await import('../search/search-dialog')).SearchDialog

type Mode = 'text' | 'camera'

/** Whether the dialog is open. It is mounted only then, so it can't give the focus back itself. */
function useOpened() {
  const [opened, setOpened] = useState<Mode | null>(null)
  const focused = useRef<Element>(null)

  function openAs(mode: Mode): void {
    if (opened === null) {
      focused.current = document.activeElement
      keepTyping()
    }
    setOpened(mode)
  }
  function close(): void {
    setOpened(null)
    endTyping()
    requestAnimationFrame(() => {
      const { activeElement } = document
      // A page that was opened has taken the focus.
      if (activeElement !== null && activeElement !== document.body) return
      if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true })
    })
  }
  return { opened, openAs, close }
}

/** Opens the search, by click or by the keys Ctrl K and /. On a phone, also with the camera. */
export function SearchButtons() {
  const { opened, openAs, close } = useOpened()
  const pages = useSearchedPages(opened !== null)
  const [Dialog, setDialog] = useState<ComponentType<SearchDialogProps>>()

  // The dialog is not part of the first script, but should open at once, even without a connection.
  const load = () => void loadDialog().then((dialog) => setDialog(() => dialog), toastProblem)
  usePreload(loadDialog)

  function open(mode: Mode): void {
    load()
    openAs(mode)
  }

  useHotkeys([['mod+K', () => open('text')]], [])
  // Some keyboards have / above the digits.
  useHotkeys(['/', 'shift+/'].map((key) => [key, () => open('text')]))
  return (
    <>
      <Button
        variant="default"
        className="search-button"
        visibleFrom="sm"
        justify="space-between"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{t('Ctrl K')}</Kbd>}
        aria-keyshortcuts="Control+K /"
        onClick={() => open('text')}
      >
        {t('Search everything')}
      </Button>
      <Group className="search-field" gap={0} wrap="nowrap" hiddenFrom="sm">
        <UnstyledButton className="search-text" onClick={() => open('text')}>
          <IconSearch size={20} aria-hidden />
          {t('Search everything')}
        </UnstyledButton>
        {cameraProblem() === null && (
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('Search with camera')}
            onClick={() => open('camera')}
          >
            <IconCamera size={20} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {opened !== null && Dialog && <Dialog pages={pages} withCamera={opened === 'camera'} onClose={close} />}
    </>
  )
}

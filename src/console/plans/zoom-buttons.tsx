import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { t } from '../languages/messages'
import type { Zoom } from './use-zoom'

interface ZoomActions extends Pick<Zoom, 'enlarge' | 'reduce' | 'fit'> {
  readonly view: { readonly scale: number }
}

/** The buttons of a plan. The keys + and - and 0 do the same. A quick second click is not a double click on the plan. */
export const ZoomButtons = ({ zoom: { view, enlarge, reduce, fit } }: { readonly zoom: ZoomActions }) => (
  <div
    className="zoom-buttons"
    role="group"
    aria-label={t('Zoom')}
    onDoubleClick={(event) => event.stopPropagation()}
  >
    <ActionIcon variant="default" size={36} aria-label={t('Zoom in')} onClick={enlarge}>
      <IconPlus size={18} />
    </ActionIcon>
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('Zoom out')}
      aria-disabled={view.scale === 1}
      onClick={reduce}
    >
      <IconMinus size={18} />
    </ActionIcon>
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t('Show the whole plan')}
      aria-disabled={view.scale === 1}
      onClick={fit}
    >
      <IconFocusCentered size={18} />
    </ActionIcon>
  </div>
)

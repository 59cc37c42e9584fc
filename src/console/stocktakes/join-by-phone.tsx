import { Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { squaresOf } from '../labels/sheets/squares'
import { t } from '../languages/messages'
import { CopyField } from '../ui/notices/copy-field'
import { HeaderAction } from '../ui/pages/header-action'

interface JoinProps {
  readonly id: number
  readonly name: string
}

/** A code that opens the count on a phone. */
export function JoinByPhone({ id, name }: JoinProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const address = `${location.origin}/console/stocktakes/${id}/count`
  return (
    <>
      <HeaderAction onClick={open}>{t('Join by phone')}</HeaderAction>
      <Modal
        opened={opened}
        onClose={close}
        title={t('Join by phone')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Text size="sm" mb="sm">
          {t('Scan this code with a phone and sign in. The phone counts {name}, even without a network.', {
            name,
          })}
        </Text>
        <QrCode content={address} size="14rem" name={t('Code that opens the count')} />
        <CopyField label={t('Address')} value={address} />
      </Modal>
    </>
  )
}

interface QrCodeProps {
  readonly content: string
  /** A CSS length. */
  readonly size: string
  readonly name: string
}

export function QrCode({ content, size, name }: QrCodeProps) {
  const { width, height, path } = squaresOf(content)
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: size, height: size, background: '#fff', display: 'block', marginInline: 'auto' }}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

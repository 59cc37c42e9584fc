import type { Schemas } from '../api/client'
import { t } from '../languages/messages'

type TagType = Schemas['Tag']['tag_type']

export const tagTypes: { value: TagType; label: string }[] = [
  { value: 'rfid', label: 'RFID' },
  { value: 'ble', label: 'BLE' },
  { value: 'barcode', label: t('Barcode') },
]

/** The service names the types of tags in lower case. */
export const tagTypeName = (type: string): string =>
  tagTypes.find(({ value }) => value === type)?.label ?? type

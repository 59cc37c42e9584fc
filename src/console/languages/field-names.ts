import { t } from './messages'

/** The labels of the inputs and columns for the fields of the API. Texts for users name a field by its label. */
const labels: Readonly<Record<string, () => string>> = {
  external_key: () => t('Key'),
  name: () => t('Name'),
  description: () => t('Description'),
  is_active: () => t('Active'),
  valid_from: () => t('Valid from'),
  valid_to: () => t('Valid to'),
  metadata: () => t('Metadata'),
  tags: () => t('Tags'),
  'tags[].value': () => t('Tag'),
  value: () => t('Tag'),
  location_id: () => t('Location'),
  asset_id: () => t('Asset'),
  email: () => t('E-mail'),
  password: () => t('Password'),
  current_password: () => t('Current password'),
  new_password: () => t('New password'),
  organization_name: () => t('Organization'),
  code: () => t('Code'),
  expires_at: () => t('Date'),
  format: () => t('Model or format'),
  topic: () => t('MQTT topic filter'),
  presence_timeout_seconds: () => t('Presence timeout (seconds)'),
  time_zone: () => t('Time zone'),
}

/** Returns the label of a field, including one in a list: `tags[2].value`. A field without a label keeps its name. */
export const fieldName = (field: string): string => labels[field.replaceAll(/\[\d+\]/g, '[]')]?.() ?? field

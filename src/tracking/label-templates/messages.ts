import { catalogOf } from '../../base/messages'

/** Sentences about label templates. */
export const labelMessages = catalogOf({
  'label.no_template': 'Label template not found',
  'label.many': 'There are {max} label templates already; delete one that is not used',
  'label.decimals': '{field} must have at most two decimals',
  'label.margin': '{field} must be less than half of the width and half of the height',
  'label.outside': '{field} is outside of the label by {millimeters} mm',
  'label.one_content': '{field} must have either a field or a text',
  'label.no_content': '{field} has neither a field nor a text, because it is a line or an image',
  'label.no_field': '{field} must be one of {values}, or field: and the key of an asset field',
  'label.no_own_field': 'There is no asset field with the key {key}',
  'label.needs_image': '{field} must be a PNG in Base64',
  'label.no_image': 'Only an element of the kind image has an image',
  'label.large_image': 'The image must have at most {max} pixels on a side',
  'label.large_images': 'The images of a template must have at most {max} characters in Base64 in total',
  'label.many_records': 'At most {max} assets and locations are possible',
})

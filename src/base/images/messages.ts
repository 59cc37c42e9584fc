import { catalogOf } from '../messages'

/** Why an image is not accepted. */
export const imageMessages = catalogOf({
  'image.damaged': 'The image is damaged or it ends early; export or save it again',
  'image.many_scans': 'The image has more than {max} scans; save it again',
  'image.animated': 'The image is animated; choose a still image',
  'image.busy': 'The service is processing many images; try again in 1 s',
  'image.long_side': 'The image has {width} × {height} pixels. A side may have at most {max}; scale it down',
  'image.many_pixels': 'The image has {width} × {height} pixels, more than {max} megapixels; scale it down',
  'image.empty': 'The image is empty',
  'image.svg': 'SVG files are not accepted, because they can contain programs; export the drawing as PNG',
  'image.format': 'The image must be a PNG, JPEG or WebP file',
})

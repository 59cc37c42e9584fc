import { catalogOf } from '../../base/messages'

/** Why a label cannot be printed. */
export const zplMessages = catalogOf({
  'zpl.code128': 'A Code 128 cannot contain {value}',
  'zpl.large':
    'The code of {value} does not fit into {width} × {height} mm at {dpi} dpi; make it larger in the template',
  'zpl.images':
    'The images of the label have more than {max} dots at {dpi} dpi; make them smaller in the template',
})

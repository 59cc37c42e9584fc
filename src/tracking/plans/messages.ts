import { catalogOf } from '../../base/messages'

/** Errors about floor plans and wall links. */
export const planMessages = catalogOf({
  'plan.drawn_twice': '{field} is in another area already',
  'plan.not_below': '{field} must be a location below the location of the plan',
  'plan.no_image': 'Image not found',
  'plan.many_links': 'There are {max} wall links already; revoke one that is not used',
  'plan.no_link': 'Wall link not found',
  'plan.corners': '{field} must have at least three corners',
  'plan.two_corners': '{field} must be two corners',
  'plan.same_corners': '{field} must be two different corners',
})

import { catalogOf } from '../../base/messages'

/** Errors about EPCIS. */
export const epcisMessages = catalogOf({
  'epcis.sgln':
    '{field} must be an EPC URI such as urn:epc:id:sgln:0614141.07346.0, or a GLN of 13 digits that begins with the GS1 company prefix of the organization and has the right check digit',
  'epcis.page_token': '{field} must be the token of a Link header',
})

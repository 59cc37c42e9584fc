import { expect, test } from 'bun:test'
import { numberOf } from '../../../src/inventory/numbers/kinds'
import { type LabelSubject, labelValues } from '../../../src/tracking/label-templates/values'

const subject: LabelSubject = {
  externalKey: 'RC-0547',
  name: 'Roll cage',
  description: null,
  organization: 'Acme',
  location: 'North hall',
  tags: [],
  fields: new Map([
    ['color', 'blue'],
    ['empty', ''],
  ]),
}
const minted = numberOf({ scheme: 'grai', prefix: '4012345', reference: '00123' }, 547)
const barcode = { tagType: 'barcode', value: '(01)09521234543213(21)400' }

// Rule: internal-api.md, Label templates
test.each([
  ['no tag', [], null, { code: 'RC-0547' }],
  [
    'a barcode tag with a GS1 key',
    [barcode],
    null,
    { code: barcode.value, gs1_key: '09521234543213', serial: '400', element_string: barcode.value },
  ],
  ['an RFID tag without a GS1 key', [{ tagType: 'rfid', value: 'BEEF' }], null, { epc: 'BEEF' }],
  [
    'an RFID tag after a barcode tag',
    [barcode, { tagType: 'rfid', value: minted.epc }],
    null,
    { code: barcode.value, epc: minted.epc, serial: '547', uri: minted.uri },
  ],
  [
    'a minted number and other tags',
    [barcode, { tagType: 'rfid', value: 'BEEF' }],
    minted,
    {
      code: barcode.value,
      epc: minted.epc,
      gs1_key: '4012345001235547',
      serial: '547',
      element_string: minted.element_string,
      uri: 'urn:epc:id:grai:4012345.00123.547',
      digital_link: `https://id.gs1.org/8003/0${minted.gs1_key}`,
    },
  ],
] as const)('a label of an asset with %s shows the values that are known', (_, tags, number, expected) => {
  const values = Object.fromEntries(labelValues({ ...subject, tags }, number))
  expect(values).toMatchObject({
    external_key: 'RC-0547',
    name: 'Roll cage',
    organization: 'Acme',
    location: 'North hall',
    'field:color': 'blue',
    ...expected,
  })
  expect(values).not.toHaveProperty('description')
  expect(values).not.toHaveProperty('field:empty')
})

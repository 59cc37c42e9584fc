import { describe, expect, test } from 'bun:test'
import { type Format, topicFor, topicSettings } from '../../../src/console/readers/reader-formats'

/** The topic that the console shows for the configuration of a reader (docs/readers.md). */

const settingsOf = (format: Format, topic: string, key = 'gate-7') =>
  topicSettings({ format, topic, external_key: key })

describe('the topic that is typed into a reader', () => {
  test.each([
    ['csl_cs463', 'hill/readers/gate-7/#', [['Topic', 'hill/readers/gate-7/reads']]],
    ['gl_s10', 'yard/+/ble/#', [['Topic', 'yard/reads/ble/reads']]],
    ['impinj_iot', 'yard/gate', [['Topic', 'yard/gate']]],
    ['impinj_iot', '#', [['Topic', 'reads']]],
    [
      'zebra_rfd',
      'hill/readers/gate-7/#',
      [
        ['Tenant', 'hill'],
        ['Base topic', 'readers/gate-7'],
      ],
    ],
    ['zebra_rfd', 'hill/#', [['Topic', 'hill/reads']]],
    [
      'openmqttgateway',
      'hill/readers/gate-7/BTtoMQTT/+',
      [
        ['MQTT base topic', 'hill/readers/'],
        ['Gateway name', 'gate-7'],
      ],
    ],
    ['openmqttgateway', 'hill/ble/#', [['Topic', 'hill/ble/reads']]],
    ['ruuvi_gateway', 'hill/readers/gate-7/#', [['Topic prefix', 'hill/readers/gate-7']]],
    ['espresense', 'espresense/devices/+/gate-7', [['Room', 'gate-7']]],
  ] as const)('of %s by the filter %s is within it', (format, topic, settings) => {
    expect(settingsOf(format, topic)).toEqual(settings as never)
  })

  test('of an OpenMQTTGateway is by default the filter that leaves out its other messages', () => {
    expect(topicFor('openmqttgateway', 'hill', 'gate-7')).toBe('hill/readers/gate-7/BTtoMQTT/+')
    expect(topicFor('espresense', 'hill', 'gate-7')).toBe('espresense/devices/+/gate-7')
    expect(topicFor('minew_g1', 'hill', 'gate-7')).toBe('hill/readers/gate-7/#')
  })
})

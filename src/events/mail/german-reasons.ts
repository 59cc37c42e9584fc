import { durationOf, type Text, type Value } from '../../base/messages'
import type { moveMessages } from '../../tracking/tracking/messages'

/** Why an asset moved, in German. The console has the same sentences. */

type MoveKey = Extract<keyof typeof moveMessages.templates, `move.${string}`>

const templates: Readonly<Record<MoveKey, string>> = {
  'move.first': 'Erste Lesung des Objekts',
  'move.stronger': '{here} mit {here_dbm}, {there} mit {there_dbm}; stärker seit {lead_seconds}',
  'move.stronger_unknown':
    '{here} mit {here_dbm}, der vorherige Ort mit {there_dbm}; stärker seit {lead_seconds}',
  'move.stronger_at_once':
    '{here} mit {here_dbm}, {there} mit {there_dbm}; stärker schon bei der ersten Lesung',
  'move.stronger_at_once_unknown':
    '{here} mit {here_dbm}, der vorherige Ort mit {there_dbm}; stärker schon bei der ersten Lesung',
  'move.carried': '{carried_seconds} lang getragen; {here} mit {here_dbm}, {there} mit {there_dbm}',
  'move.carried_unknown':
    '{carried_seconds} lang getragen; {here} mit {here_dbm}, der vorherige Ort mit {there_dbm}',
  'move.more_often': 'Seit {lead_seconds} öfter an {here} als an {there} gelesen',
  'move.more_often_unknown': 'Seit {lead_seconds} öfter an {here} als am vorherigen Ort gelesen',
  'move.stronger_signal': 'Stärkeres Signal an {here} als an {there}',
  'move.stronger_signal_unknown': 'Stärkeres Signal an {here} als am vorherigen Ort',
  'move.silent_usual':
    'An {here} gelesen; seit {silent_seconds} nicht an {there} gelesen (sonst alle {pause_seconds})',
  'move.silent_usual_unknown':
    'An {here} gelesen; seit {silent_seconds} nicht am vorherigen Ort gelesen (sonst alle {pause_seconds})',
  'move.silent': 'An {here} gelesen; seit {silent_seconds} nicht an {there} gelesen',
  'move.silent_unknown': 'An {here} gelesen; seit {silent_seconds} nicht am vorherigen Ort gelesen',
  'move.gone': 'An {here} gelesen; nicht mehr an {there} gelesen',
  'move.gone_unknown': 'An {here} gelesen; nicht mehr am vorherigen Ort gelesen',
  'move.matches':
    'Die Signale passen seit {lead_seconds} besser zu dem, was für {here} eingelernt ist, als zu {there}',
  'move.matches_unknown':
    'Die Signale passen seit {lead_seconds} besser zu dem, was für {here} eingelernt ist, als zum vorherigen Ort',
  'move.returned': 'Nach einer Pause wieder an {here} gelesen',
  'move.scanned': 'An {here} gescannt',
  'move.resumed': 'Nach einem Scan an anderer Stelle weiterhin an {here} gelesen',
  'move.late': 'Verspätet gemeldet, nachdem das Lesegerät wieder verbunden war',
}

const isKnown = (key: string): key is MoveKey => Object.hasOwn(templates, key)

/** Returns the sentence; empty for one that is stored in English only. */
export function germanOf({ key, params }: Text): string {
  if (!isKnown(key)) return ''
  return templates[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(name, params[name] ?? ''))
}

function shown(name: string, value: Value): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : ''
  const text = name.endsWith('_seconds') ? durationOf(value) : `${value} dBm`
  return text.replace('.', ',').replace(/^-/, '−')
}

import type { MailLanguage } from '../../base/mail-languages'
import type { ScheduledKind } from '../../base/recipients'

/** The words of mail that is sent on a schedule. Values are inserted as they are: the caller escapes them. */
interface Words {
  readonly kinds: Readonly<Record<Exclude<ScheduledKind, 'view'>, string>>
  readonly columns: Readonly<
    Record<
      | 'place'
      | 'visits'
      | 'total'
      | 'half'
      | 'most'
      | 'from'
      | 'to'
      | 'moves'
      | 'arrivals'
      | 'departures'
      | 'peak'
      | 'key'
      | 'name'
      | 'seen'
      | 'day'
      | 'before'
      | 'finding'
      | 'detail',
      string
    >
  >
  readonly days: readonly string[]
  readonly everyDay: string
  readonly on: (day: string) => string
  readonly ways: string
  readonly byDay: string
  readonly talk: string
  readonly quiet: string
  /** A finding and its detail. Numbers, shares and times are written already. */
  readonly findings: {
    readonly more: (place: string, count: string, before: string) => readonly [string, string]
    readonly fewer: (place: string, count: string, before: string) => readonly [string, string]
    readonly rule: (name: string, count: string, share: string) => readonly [string, string]
    readonly reader: (name: string, since: string) => readonly [string, string]
    readonly place: (place: string, share: string) => readonly [string, string]
  }
  readonly figures: (figures: {
    readonly moves: string
    readonly movesBefore: string
    readonly alerts: string
    readonly alertsBefore: string
  }) => readonly string[]
  readonly located: (some: string, all: string) => string
  readonly assets: (count: string) => string
  readonly nothing: string
  readonly firstRows: (shown: number, total: string) => string
  readonly attached: (name: string) => string
  readonly cutFile: (rows: string) => string
  readonly notCurrent: string
  readonly viewProblems: (count: number) => string
  readonly missed: (times: string) => string
  readonly never: string
  readonly deletedPlace: string
  readonly dayUnit: string
  readonly open: string
  readonly footer: (parts: {
    readonly organization: string
    readonly name: string
    readonly when: string
    readonly hour: string
    readonly zone: string
  }) => string
}

const english: Words = {
  kinds: {
    week: 'Week',
    dwell: 'How long assets stay',
    flows: 'Moves between places',
    occupancy: 'Assets at places',
  },
  columns: {
    place: 'Place',
    visits: 'Visits',
    total: 'Total',
    half: 'Median',
    most: '9 of 10 at most',
    from: 'From',
    to: 'To',
    moves: 'Moves',
    arrivals: 'Arrivals',
    departures: 'Departures',
    peak: 'Most at one time',
    key: 'Key',
    name: 'Name',
    seen: 'Last seen',
    day: 'Day',
    before: 'Week before',
    finding: 'Finding',
    detail: 'Detail',
  },
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  everyDay: 'every day',
  on: (day) => `every ${day}`,
  ways: 'Most frequent ways',
  byDay: 'Moves by day',
  talk: 'What to talk about',
  quiet: 'Nothing stands out.',
  findings: {
    more: (place, count, before) => [`More arrivals at ${place}: ${count}`, `${before} in the week before`],
    fewer: (place, count, before) => [`Fewer arrivals at ${place}: ${count}`, `${before} in the week before`],
    rule: (name, count, share) => [`${name} raised ${count} alerts`, `${share} % of all alerts of the week`],
    reader: (name, since) => [`${name} needs attention`, `since ${since}`],
    place: (place, share) => [
      `${place} was right for ${share} % of the time`,
      'measured with its reference tags',
    ],
  },
  figures: ({ moves, movesBefore, alerts, alertsBefore }) => [
    `${moves} moves, ${movesBefore} in the week before.`,
    `${alerts} alerts, ${alertsBefore} in the week before.`,
  ],
  located: (some, all) => `${some} of ${all} assets are located now.`,
  assets: (count) => (count === '1' ? '1 asset' : `${count} assets`),
  nothing: 'Nothing was found.',
  firstRows: (shown, total) => `The first ${shown} of ${total}. The attached file has all of them.`,
  attached: (name) => `Attached: ${name}`,
  cutFile: (rows) =>
    `The attached file has only the first ${rows} rows, because mail cannot be larger. Export the list from the console to get all of it.`,
  notCurrent: 'The latest reads before the mail may not be counted yet.',
  viewProblems: (count) =>
    count === 1
      ? 'One condition of the view does not apply any more, and was left out. Open the view to see which.'
      : `${count} conditions of the view do not apply any more, and were left out. Open the view to see which.`,
  missed: (times) =>
    `Mail of this schedule was not sent at these times, because the service did not run: ${times}.`,
  never: 'never',
  deletedPlace: 'deleted place',
  dayUnit: 'd',
  open: 'Open in Whereabouts',
  footer: ({ organization, name, when, hour, zone }) =>
    `Whereabouts of ${organization} sends this mail ${when} at ${hour} (${zone}), because the schedule “${name}” names this address.`,
}

const german: Words = {
  kinds: {
    week: 'Woche',
    dwell: 'Verweildauer',
    flows: 'Bewegungen zwischen Orten',
    occupancy: 'Objekte an Orten',
  },
  columns: {
    place: 'Ort',
    visits: 'Besuche',
    total: 'Gesamt',
    half: 'Median',
    most: '9 von 10 höchstens',
    from: 'Von',
    to: 'Nach',
    moves: 'Bewegungen',
    arrivals: 'Ankünfte',
    departures: 'Abgänge',
    peak: 'Höchstens gleichzeitig',
    key: 'Kennung',
    name: 'Name',
    seen: 'Zuletzt gesehen',
    day: 'Tag',
    before: 'Woche davor',
    finding: 'Beobachtung',
    detail: 'Einzelheit',
  },
  days: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
  everyDay: 'jeden Tag',
  on: (day) => `jeden ${day}`,
  ways: 'Häufigste Wege',
  byDay: 'Bewegungen pro Tag',
  talk: 'Worüber zu sprechen ist',
  quiet: 'Nichts ist auffällig.',
  findings: {
    more: (place, count, before) => [`Mehr Ankünfte an ${place}: ${count}`, `${before} in der Woche davor`],
    fewer: (place, count, before) => [
      `Weniger Ankünfte an ${place}: ${count}`,
      `${before} in der Woche davor`,
    ],
    rule: (name, count, share) => [
      `${name} hat ${count} Alarme ausgelöst`,
      `${share} % aller Alarme der Woche`,
    ],
    reader: (name, since) => [`${name} braucht Aufmerksamkeit`, `seit ${since}`],
    place: (place, share) => [
      `${place} stimmte in ${share} % der Zeit`,
      'gemessen mit Referenz-Transpondern',
    ],
  },
  figures: ({ moves, movesBefore, alerts, alertsBefore }) => [
    `${moves} Bewegungen, ${movesBefore} in der Woche davor.`,
    `${alerts} Alarme, ${alertsBefore} in der Woche davor.`,
  ],
  located: (some, all) => `${some} von ${all} Objekten sind jetzt verortet.`,
  assets: (count) => (count === '1' ? '1 Objekt' : `${count} Objekte`),
  nothing: 'Nichts gefunden.',
  firstRows: (shown, total) => `Die ersten ${shown} von ${total}. Die angehängte Datei enthält alle.`,
  attached: (name) => `Angehängt: ${name}`,
  cutFile: (rows) =>
    `Die angehängte Datei enthält nur die ersten ${rows} Zeilen, weil E-Mails nicht größer sein können. Die ganze Liste lässt sich in der Konsole exportieren.`,
  notCurrent: 'Die letzten Lesungen vor dieser E-Mail sind eventuell noch nicht gezählt.',
  viewProblems: (count) =>
    count === 1
      ? 'Eine Bedingung der Ansicht gilt nicht mehr und wurde ausgelassen. Die Ansicht zeigt, welche.'
      : `${count} Bedingungen der Ansicht gelten nicht mehr und wurden ausgelassen. Die Ansicht zeigt, welche.`,
  missed: (times) =>
    `Zu diesen Zeiten wurde keine E-Mail dieses Zeitplans gesendet, weil der Dienst nicht lief: ${times}.`,
  never: 'nie',
  deletedPlace: 'gelöschter Ort',
  dayUnit: 'T',
  open: 'In Whereabouts öffnen',
  footer: ({ organization, name, when, hour, zone }) =>
    `Whereabouts von ${organization} sendet diese E-Mail ${when} um ${hour} Uhr (${zone}), weil der Zeitplan „${name}“ diese Adresse nennt.`,
}

export type { Words as ScheduleWords }
export const scheduleWordsOf = (language: MailLanguage): Words => (language === 'de' ? german : english)

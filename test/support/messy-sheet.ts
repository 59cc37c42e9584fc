/** Generates a sheet as people keep it in spreadsheets: headings, dates and words of several countries, and mistakes. */

interface MessySheet {
  readonly csv: string
  /** Number of rows without a name, which no import can accept. */
  readonly nameless: number
  /** Number of rows with a cell that is neither a date nor a word for yes or no. */
  readonly invalid: number
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** Ways to write 28 December 2027. The number is that of Excel. */
export const endDates = [
  '2027-12-28',
  '28.12.2027',
  '12/28/2027',
  '28-Dec-2027',
  '46749',
  '28.12.27 00:00',
  'December 28, 2027',
  '28. Dezember 2027',
  '28 décembre 2027',
  '2027/12/28',
  '20271228',
]
const yes = [
  'yes',
  'Y',
  'TRUE',
  '1',
  'x',
  'ja',
  'oui',
  'sí',
  'si',
  'da',
  'tak',
  'sim',
  'active',
  'In use',
  '',
]
const no = ['no', 'n', 'False', '0', 'nein', 'non', 'нет', 'nie', 'não', 'inactive', 'retired']
const mistakes = ['tbd', '31.02.2027', '?', 'end of year']

export function messySheet(rows = 500): MessySheet {
  const heading = 'Asset No.;Designation;Remarks;In use;In service since;Expiry date;EPC;Supplier'
  let [nameless, invalid] = [0, 0]
  const lines = Array.from({ length: rows }, (_, at) => {
    const number = at + 1
    const isNameless = number % 70 === 0
    const isInvalid = !isNameless && number % 23 === 0
    if (isNameless) nameless++
    if (isInvalid) invalid++
    const words = number % 4 === 0 ? no : yes
    const end =
      isInvalid && number % 2 === 0
        ? mistakes[(number / 46) % mistakes.length]
        : endDates[number % endDates.length]
    return [
      `MESSY-${number}`,
      isNameless ? ' ' : `"Drill; ""no. ${number}"""`,
      number % 3 === 0 ? 'Loan to workshop' : '',
      isInvalid && number % 2 === 1 ? 'perhaps' : words[number % words.length],
      // Every date of this column fits both orders.
      `${pad(1 + (number % 12))}/${pad(1 + (number % 11))}/2024`,
      number % 5 === 0 && !isInvalid ? '-' : end,
      number % 2 === 0 ? `3034 ${number}` : '',
      'Smith & Co',
    ].join(';')
  })
  return { csv: [heading, ...lines].join('\r\n'), nameless, invalid }
}

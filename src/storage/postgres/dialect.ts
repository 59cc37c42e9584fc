/**
 * Translates a statement from the dialect of SQLite, in which Drizzle builds all queries, to that of PostgreSQL (decision 0031).
 * Only these forms differ. Functions that SQLite has and PostgreSQL has not are in the schema (migrations/postgres).
 */
interface Translated {
  readonly text: string
  /** Whether the statement returns the id of the row that it inserts. */
  readonly returnsId: boolean
}

/** Strings, quoted names and placeholders. */
const tokens = /'(?:[^']|'')*'|"[^"]*"|\?/g

/** Drizzle inserts null as an id that the database chooses. */
const chosenId = /^(insert into "\w+" \("id",[^)]*\) values )\(null,/

const forms: readonly (readonly [form: RegExp, replacement: string])[] = [
  // Only `like` can use the trigram index of a column. `pattern_of` escapes the argument.
  [/instr\(((?:"\w+"\.)?"\w+"), (\$\d+)\) > 0/g, '$1 like pattern_of($2)'],
  // A plus keeps SQLite from an index. PostgreSQL has statistics.
  [/(?<=\(|(?:and|or|where|on|when|not|,) )\+(?=")/g, ''],
  // A cross join keeps the order of tables in SQLite.
  [/cross join ("\w+"(?: "\w+")?|\w+ as \w+) on /g, 'inner join $1 on '],
  [/\bjson_object\(/g, 'json_build_object('],
]

/** The columns of a conflict are named without their table. */
const conflict = /(?<=on conflict \()[^)]*(?=\))/g

export function toPostgres(sql: string): Translated {
  let count = 0
  let text = sql.replace(tokens, (token) => (token === '?' ? `$${++count}` : token))
  for (const [form, replacement] of forms) text = text.replace(form, replacement)
  text = text.replace(conflict, (columns) => columns.replace(/"\w+"\./g, ''))
  if (!chosenId.test(text)) return { text, returnsId: false }
  text = text.replace(chosenId, '$1(default,')
  return / returning /.test(text)
    ? { text, returnsId: false }
    : { text: `${text} returning "id"`, returnsId: true }
}

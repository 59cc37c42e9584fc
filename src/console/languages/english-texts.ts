/** The sentences of the service that the English console writes in another way than the service. */
export const englishTexts: Readonly<Record<string, string>> = {
  // With minus signs instead of hyphens.
  'move.stronger': '{here} at {here_dbm}, {there} at {there_dbm}; stronger for {lead_seconds}',
  'move.stronger_unknown':
    '{here} at {here_dbm}, the previous location at {there_dbm}; stronger for {lead_seconds}',
  'move.stronger_at_once': '{here} at {here_dbm}, {there} at {there_dbm}; stronger in the first read',
  'move.stronger_at_once_unknown':
    '{here} at {here_dbm}, the previous location at {there_dbm}; stronger in the first read',
}

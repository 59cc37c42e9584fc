/** The sentences of the service that the English console writes in another way than the service. */
export const englishTexts: Readonly<Record<string, string>> = {
  // With the words of the console.
  'asset.key_taken': 'Another asset has the key {key}',
  'location.key_taken': 'Another location has the key {key}',
  'reader.key_taken': 'Another reader has the key {key}',
  'field.after': '{field} must be after {other_field}',
  'field.boolean': '{field} must be yes or no',
  'field.instant': '{field} must be a date, such as 2027-12-31 or 31.12.2027',
  'user.current_password': 'The current password is not correct.',
  // With minus signs instead of hyphens.
  'move.stronger': '{here} at {here_dbm}, {there} at {there_dbm}; stronger for {lead_seconds}',
  'move.stronger_unknown':
    '{here} at {here_dbm}, the previous location at {there_dbm}; stronger for {lead_seconds}',
  'move.stronger_at_once': '{here} at {here_dbm}, {there} at {there_dbm}; stronger in the first read',
  'move.stronger_at_once_unknown':
    '{here} at {here_dbm}, the previous location at {there_dbm}; stronger in the first read',
}

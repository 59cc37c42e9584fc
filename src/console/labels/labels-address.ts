/** Maximum number of labels on the page that prints them, which reads their records in one request. */
export const labelsMax = 200

/** Returns the address of the page that prints the labels of the records with these keys. */
export const labelsHref = (kind: 'assets' | 'locations', keys: readonly string[]): string =>
  `/labels?${kind}=${keys.join(',')}`

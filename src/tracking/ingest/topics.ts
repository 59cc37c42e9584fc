/** MQTT topic filters (MQTT 3.1.1, section 4.7): validity, matching and overlap. */

export function isTopicFilter(filter: string): boolean {
  if (filter === '' || filter.startsWith('$') || Buffer.byteLength(filter) > 1024 || filter.includes('\0'))
    return false
  const levels = filter.split('/')
  return levels.every((level, index) => {
    if (level === '#') return index === levels.length - 1
    return level === '+' || !/[+#]/.test(level)
  })
}

/**
 * Returns whether the filter matches the topic. A trailing /# also matches the level above it. Topics of the broker
 * ($SYS) never match.
 */
export function matchesTopic(filter: string, topic: string): boolean {
  if (topic.startsWith('$')) return false
  const wanted = filter.split('/')
  const levels = topic.split('/')
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false
    const isParentOfRest = wanted[index + 1] === '#' && index === levels.length - 1
    if (isParentOfRest) return true
  }
  return wanted.length === levels.length
}

/** Returns whether some topic matches both filters. */
export function overlaps(a: string, b: string): boolean {
  return overlap(a.split('/'), b.split('/'))
}

function overlap([a, ...restA]: string[], [b, ...restB]: string[]): boolean {
  if (a === '#' || b === '#') return true
  if (a === undefined || b === undefined) return a === b
  // "x/#" also matches "x", so one filter may end when the other continues with #.
  if (restA.length === 0 && restB.length > 0) return restB[0] === '#' && levelsMeet(a, b)
  if (restB.length === 0 && restA.length > 0) return restA[0] === '#' && levelsMeet(a, b)
  return levelsMeet(a, b) && overlap(restA, restB)
}

const levelsMeet = (a: string, b: string): boolean => a === '+' || b === '+' || a === b

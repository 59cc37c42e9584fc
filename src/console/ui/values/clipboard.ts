/** Copies text; returns false when it fails. Over plain HTTP browsers offer no clipboard, so a selection is copied. */
export async function copyText(text: string): Promise<boolean> {
  if ('clipboard' in navigator && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // The browser or its user does not allow it. A selection may be copied all the same.
    }
  }
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'copy-source'
  // A dialog keeps the focus inside, so the text area is added next to the focused element.
  const container = document.activeElement?.parentElement ?? document.body
  const before = document.activeElement as HTMLElement | null
  container.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  before?.focus()
  return isCopied
}

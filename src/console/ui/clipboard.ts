/** Copies text; whether it worked. Over plain HTTP browsers have no clipboard, so a selection is copied instead. */
export async function copyText(text: string): Promise<boolean> {
  if ('clipboard' in navigator && window.isSecureContext) {
    await navigator.clipboard.writeText(text)
    return true
  }
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'copied'
  // Inside a dialog the focus can't leave it.
  const place = document.activeElement?.parentElement ?? document.body
  const before = document.activeElement as HTMLElement | null
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  before?.focus()
  return isCopied
}

import { useEffect } from 'react'
import { custom, type LabelSize } from './label-sizes'

/**
 * Sets the page size for labels of a custom size, which labels.css can't contain. A style sheet that a script creates needs no
 * exception in the content security policy.
 */
export function useCustomPaper({
  paper,
  width,
  height,
}: Pick<LabelSize, 'paper' | 'width' | 'height'>): void {
  useEffect(() => {
    if (paper !== custom) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page custom-label { size: ${width}mm ${height}mm; margin: 0 }`)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [paper, width, height])
}

/** Address of the second style sheet (app/later.css); the build defines it. */
declare const laterStyles: string

let loading: Promise<void> | undefined

/** Loads the second style sheet once; again after a failure. */
export function loadLaterStyles(): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = laterStyles
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      loading = undefined
      reject(new Error(laterStyles))
    })
    document.head.append(link)
  })
  return loading
}

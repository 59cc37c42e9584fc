declare module '*.sql' {
  const text: string
  export default text
}

// Imported with { type: 'file' }: the path of the file, inside the executable too.
declare module '*/standalone.js' {
  const path: string
  export default path
}

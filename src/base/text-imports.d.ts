declare module '*.sql' {
  const text: string
  export default text
}

declare module '*.md' {
  const text: string
  export default text
}

// Imported with { type: 'file' }, it is the path of the file, which may be inside the executable.
declare module '*/standalone.js' {
  const path: string
  export default path
}

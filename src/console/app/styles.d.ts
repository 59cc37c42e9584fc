/** Style sheets are bundled for their effect. */
declare module '*.css'

/** Fonts are files of their own; the import is the URL. */
declare module '*.woff2' {
  const url: string
  export default url
}

declare module '*.json?first' {
  const catalog: Readonly<Record<string, string>>
  export default catalog
}

declare module '*.json?rest' {
  const catalog: Readonly<Record<string, string>>
  export default catalog
}

import { type ComponentType, type ReactNode, use } from 'react'
import { t } from '../../languages/messages'
import { loadAllTexts } from '../../languages/start'
import { loadLaterStyles } from './later-styles'

/** Thrown when the script of a page could not be loaded. */
export class NotLoaded extends Error {
  constructor(
    cause: unknown,
    /** Allows another attempt to load the script. Call it after the error is shown; earlier, React would retry in a loop. */
    readonly allowRetry: () => void,
  ) {
    super(t("The service can't be reached"), { cause })
  }
}

/** A component whose script is loaded when it is first shown, or earlier by `load`, which may fail and be called again. */
export interface LazyPage<Props extends object = object> {
  (props: Props): ReactNode
  readonly load: () => Promise<unknown>
}

/**
 * Loads a page of the sign-in, whose texts are loaded with the main script. It replaces React's `lazy`, which suspends
 * even when the script is loaded already and then delays the page by 300 ms.
 */
export function firstly<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const forget = () => {
    loading = undefined
  }
  const once = () =>
    (loading ??= load().then(
      (page) => {
        Loaded = page
        return page
      },
      (cause: unknown) => {
        throw new NotLoaded(cause, forget)
      },
    ))
  async function early(): Promise<void> {
    try {
      await once()
    } catch (error) {
      forget()
      throw error
    }
  }
  function Page(props: Props) {
    const Content = Loaded ?? use(once())
    return <Content {...props} />
  }
  return Object.assign(Page, { load: early })
}

/** Loads any other page. All texts are loaded before its script, which may read them at once. */
export const lazily = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> =>
  firstly(async () => {
    await loadAllTexts()
    return load()
  })

/** Loads a page whose rules are in the second style sheet. */
export const lazilyStyled = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> =>
  lazily(async () => {
    const [page] = await Promise.all([load(), loadLaterStyles()])
    return page
  })

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { queryClient } from '../api/client'
import { installServiceWorker } from '../api/offline'
import { useGuardedLocation, watchNavigations } from '../ui/notices/unsaved'
import { NotLoaded } from '../ui/pages/lazily'
import { App } from './app'
import { addFonts } from './fonts'
import { readable, theme } from './theme'
import { ToastList } from './toast-list'

// The browser rejects style elements without the nonce of this page, which the style sheet's link carries.
const nonce = document.querySelector<HTMLLinkElement>('link[nonce]')?.nonce ?? ''
setNonce(nonce)

addFonts()
void installServiceWorker()
watchNavigations()

const root = document.getElementById('app')
if (!root) throw new Error('The page has no element with the id "app"')

/** The page says that a script could not be loaded. Other errors are bugs. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof NotLoaded)) reportError(error)
}

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readable}
      // The provider writes all variables, so that the style sheet need not repeat those of Mantine's colors.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <ToastList />
        <Router base="/console" hook={useGuardedLocation}>
          <App />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

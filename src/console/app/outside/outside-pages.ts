import { firstly, lazilyStyled, type LazyPage } from '../../ui/pages/lazily'

/** The pages outside of the frame. A signed-in user does not load them. */
export const outside = {
  /** The page of a wall link, which needs no session. */
  wall: lazilyStyled(async () => (await import('../../plans/wall-page')).WallPage),
  setUp: firstly(async () => (await import('../../sign-in/set-up-page')).SetUpPage),
  signIn: firstly(async () => (await import('../../sign-in/sign-in-page')).SignInPage),
  callback: firstly(async () => (await import('../../sign-in/callback-page')).CallbackPage),
  join: firstly(async () => (await import('../../sign-in/join-page')).JoinPage),
  resetPassword: firstly(async () => (await import('../../sign-in/reset-password-page')).ResetPasswordPage),
  /** The page for users who must add a second factor before they can do anything else. */
  addSecondFactor: firstly(
    async () => (await import('../../sign-in/add-second-factor-page')).AddSecondFactorPage,
  ),
} as const satisfies Readonly<Record<string, LazyPage>>

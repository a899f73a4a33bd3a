import type { PageDefinition } from '../ui/page/page-definition.ts';

export const accessPages: readonly PageDefinition[] = [
  { path: '/login', open: true, load: () => import('./login.page.tsx').then(({ LoginPage }) => LoginPage) },
  { path: '/register', open: true, load: () => import('./register.page.tsx').then((page) => page.RegisterPage) },
  { path: '/forgot', open: true, load: () => import('./forgot.page.tsx').then(({ ForgotPage }) => ForgotPage) },
  { path: '/reset', open: true, load: () => import('./reset.page.tsx').then(({ ResetPage }) => ResetPage) },
  {
    path: '/email/confirm',
    open: true,
    load: () => import('./email-change.page.tsx').then((page) => page.ConfirmEmailPage),
  },
  { path: '/email/stop', open: true, load: () => import('./email-change.page.tsx').then((page) => page.StopEmailPage) },
  { path: '/auth/callback', open: true, load: () => import('./callback.page.tsx').then((page) => page.CallbackPage) },
];

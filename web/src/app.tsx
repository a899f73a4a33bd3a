import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  RouterProvider,
  type AnyRoute,
} from '@tanstack/react-router';
import { lazy, useEffect, useRef } from 'react';
import { accessPages } from './access/access.pages.ts';
import { isApiError } from './api/api-error.ts';
import { currentStanding, watchStanding, type Standing } from './api/session.ts';
import { channelPages } from './channels/channels.pages.ts';
import { connectorPages } from './connectors/connectors.pages.ts';
import { conversationPages } from './conversations/conversations.pages.ts';
import { homePages } from './home/home.pages.ts';
import { knowledgePages } from './knowledge/knowledge.pages.ts';
import { reportPages } from './reports/reports.pages.ts';
import { routingPages } from './routing/routing.pages.ts';
import { settingsPages } from './settings/settings.pages.ts';
import { useLocale } from './ui/i18n/i18n.ts';
import { kitWords } from './ui/i18n/kit-words.ts';
import { lazyPage, PageNotLoaded } from './ui/page/lazy-page.tsx';
import type { PageDefinition } from './ui/page/page-definition.ts';
import { noteReturns, readsOnReturn } from './ui/data/on-return.ts';
import { parseSearch, stringifySearch } from './ui/page/search.ts';
import { validationPages } from './validation/validation.pages.ts';
import { Look } from './ui/theme/look.tsx';

/** THE table of pages; the sections are in desk.tsx. A feature adds its own line to both. */
const pages: readonly PageDefinition[] = [
  ...accessPages,
  ...homePages,
  ...conversationPages,
  ...knowledgePages,
  ...routingPages,
  ...connectorPages,
  ...channelPages,
  ...validationPages,
  ...reportPages,
  ...settingsPages,
];

// Kept out of the entry chunk: the sign-in page does not need it.
const Desk = lazyPage(async () => (await import('./desk.tsx')).Desk);

const PageNotFound = lazyPage(async () => (await import('./shell/system-pages.tsx')).PageNotFound);
// Import it without a failure of its own: it must show a failure even if the server cannot be reached.
const PageFailed = lazy(async () => ({
  default: await import('./shell/system-pages.tsx').then(
    (pages) => pages.PageFailed,
    () => PageNotLoaded,
  ),
}));

const rootRoute = createRootRoute({ notFoundComponent: PageNotFound });
const deskRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  component: Desk,
  beforeLoad: ({ location }) => {
    // Load the shell in parallel with the page's code.
    void Desk.preload();
    if (currentStanding().kind !== 'in') redirect({ to: '/login', search: { return_to: location.href }, throw: true });
  },
});

const routeOf = ({ path, load, open }: PageDefinition): AnyRoute =>
  createRoute({
    getParentRoute: (): AnyRoute => (open ? rootRoute : deskRoute),
    path,
    component: lazyPage(load),
  });

const elsewhereRoute = createRoute({ getParentRoute: () => deskRoute, path: '$', component: PageNotFound });

const router = createRouter({
  routeTree: rootRoute.addChildren([
    deskRoute.addChildren([elsewhereRoute, ...pages.filter(({ open }) => !open).map(routeOf)]),
    ...pages.filter(({ open }) => open).map(routeOf),
  ]),
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

noteReturns();
const cache = new QueryClient({
  queryCache: new QueryCache({
    // Drop what was deleted or erased meanwhile, so that not even its name is shown above “not found”.
    onError: (error, query) => isApiError(error) && error.code === 'not_found' && query.setState({ data: undefined }),
  }),
  defaultOptions: {
    queries: {
      // Events invalidate stale data; this covers changes that were missed while the stream was down.
      staleTime: 30_000,
      refetchOnWindowFocus: readsOnReturn,
      // Retry only failures that may pass, never a refusal.
      retry: (count, error) => isApiError(error) && (error.status === 0 || error.status >= 502) && count < 2,
      retryDelay: (count) => 300 * 3 ** count,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export function App() {
  useEffect(() => {
    const standing = currentStanding();
    if (standing.kind === 'in') showOrganizationOf(standing);
    return watchStanding(followStanding);
  }, []);
  const locale = useLocale();
  const previousLocale = useRef(locale);
  // Cached answers hold sentences of the server in the previous language.
  useEffect(() => {
    if (previousLocale.current === locale) return;
    previousLocale.current = locale;
    void cache.invalidateQueries();
  }, [locale]);
  return (
    <QueryClientProvider client={cache}>
      <Look>
        <RouterProvider router={router} />
      </Look>
    </QueryClientProvider>
  );
}

// The organization whose data the cache holds, and the person who may read it.
let shown: { readonly id: string; readonly name: string } | null = null;
let reader = '';

/**
 * Follows the session. After a switch of the organization, or a removal from it, opens the start page with an empty cache. After the
 * end of the session, opens the sign-in, and afterwards returns to the page.
 */
function followStanding(): void {
  const standing = currentStanding();
  if (standing.kind === 'in') return showOrganizationOf(standing);
  if (standing.kind === 'unknown') return;
  shown = null;
  cache.clear();
  const here = router.state.location.href;
  if (here.startsWith('/login')) return;
  const search = standing.because === 'expired' ? { return_to: here, expired: '1' } : {};
  void router.navigate({ to: '/login', search });
}

function showOrganizationOf({ me, membership }: Extract<Standing, { kind: 'in' }>): void {
  const before = shown;
  // Somebody else may have signed in in another tab: the session is the browser's.
  const isSame = reader === me.id;
  shown = membership?.organization ?? null;
  reader = me.id;
  if (!before || (isSame && before.id === shown?.id)) return;
  cache.clear();
  if (isSame && !me.memberships.some(({ organization }) => organization.id === before.id))
    void showRemovalNotice(before.name);
  void router.navigate({ to: '/' });
}

async function showRemovalNotice(name: string): Promise<void> {
  // Kept out of the entry chunk: the pages that show it have loaded it already.
  const { toast } = await import('./ui/show/toast.tsx');
  toast(kitWords('noLongerMember', { name }));
}

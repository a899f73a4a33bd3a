import { useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react';
import { useOnline } from '../data/online.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';

type Preloaded = (() => ReactNode) & { preload: () => Promise<void> };

/**
 * Loads the page with `load`. Without a network only the page shows the failure, and it loads when the network is back. If the server
 * no longer has the code, it serves a newer client: the browser then reloads the client, once.
 */
export function lazyPage(load: () => Promise<ComponentType>): Preloaded {
  let Loaded: ComponentType | undefined;
  const attempt = async () => {
    Loaded ??= await load();
  };
  function LazyPage() {
    const [, rerender] = useReducer((count: number) => count + 1, 0);
    const [failed, setFailed] = useState(false);
    const online = useOnline();
    // The value at this render: the code may arrive between the render and the effect.
    const isLoaded = Loaded !== undefined;
    useEffect(() => {
      if (isLoaded) return;
      attempt().then(rerender, async () => {
        if (!online || !(await reloadsOnce())) setFailed(true);
      });
    }, [online, isLoaded]);
    if (Loaded) return <Loaded />;
    return failed ? <PageNotLoaded /> : null;
  }
  return Object.assign(LazyPage, { preload: () => attempt().catch(() => undefined) });
}

const reloadedKey = 'frontdesk.reloaded';

/**
 * Reloads the client and returns true: once for each version, since the code may be missing for another reason, and only if the server
 * answers, since otherwise the browser would show its own error page.
 */
async function reloadsOnce(): Promise<boolean> {
  if (sessionStorage.getItem(reloadedKey) === __APP_VERSION__) return false;
  const answers = await fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers) return false;
  sessionStorage.setItem(reloadedKey, __APP_VERSION__);
  location.reload();
  return true;
}

/** Uses plain elements, since it is loaded before everything else. */
export function PageNotLoaded() {
  const t = useWords(kitWords);
  const online = useOnline();
  // The desk itself is a page, too: if it fails to load, nothing else is shown.
  const [isAlone] = useState(() => document.querySelector('main') === null);
  const said = (
    <div className="state state-plain" role="alert">
      <h1>{t('notLoadedTitle')}</h1>
      <p>{t(online ? 'notLoaded' : 'notLoadedOffline')}</p>
      {online && (
        <button type="button" onClick={() => location.reload()}>
          {t('retry')}
        </button>
      )}
    </div>
  );
  return isAlone ? <main>{said}</main> : said;
}

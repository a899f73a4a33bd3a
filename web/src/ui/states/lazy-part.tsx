import { Button, Group, Modal, Text } from '@mantine/core';
import {
  lazy,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { isStale, watchVersion } from '../../api/version.ts';
import { useOnline } from '../data/online.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { leaveFocusAt } from '../keys/kept-focus.ts';

/**
 * THE way to load a part of a page when it is first shown; put it into a `Suspense`. If its code does not arrive, only this part
 * shows the failure: the page around it stays, with everything that the person has typed. The part is loaded again when the person
 * asks for it, when it is shown again, and when the network is back.
 */
export function lazyPart<P extends object>(load: Load<P>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await load().catch(() => loadedAgain(load, ({ notice }) => notice)) }));
}

/** The same for a dialog that is shown as long as it is open. */
export function lazyDialog<P extends Closable>(load: Load<P>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await load().catch(() => loadedAgain(load, NoticeDialog)) }));
}

type Load<P> = () => Promise<ComponentType<P>>;
type Closable = { onClose: () => void };
type Frame<P> = ComponentType<{ notice: ReactNode; given: P }>;

function loadedAgain<P extends object>(load: Load<P>, Shown: Frame<P>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  // A thread has many parts of the same kind: all of them appear when one of them is loaded.
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  const attempt = async () => {
    loaded ??= await load();
    for (const watcher of watchers) watcher();
  };
  return function LoadedAgain(given: P) {
    const Part = useSyncExternalStore(watch, () => loaded);
    return Part ? <Part {...given} /> : <Shown given={given} notice={<NotLoaded attempt={attempt} />} />;
  };
}

function NotLoaded({ attempt }: { attempt: () => Promise<void> }) {
  const t = useWords(kitWords);
  const online = useOnline();
  const stale = useSyncExternalStore(watchVersion, isStale);
  const [isTrying, setTrying] = useState(false);
  const [isHopeless, setHopeless] = useState(false);
  const again = async (button: Element) => {
    leaveFocusAt(button.closest('.part-not-loaded'));
    setTrying(true);
    await attempt().catch(() => setHopeless(true));
    setTrying(false);
  };
  useEffect(() => {
    if (online) attempt().catch(() => undefined);
  }, [online, attempt]);
  return (
    <Group gap="xs" role="alert" className="part-not-loaded">
      <Text size="xs">{t(wordsOf({ online, stale }))}</Text>
      {online && !stale && (
        <Button
          size="compact-xs"
          variant="default"
          loading={isTrying}
          onClick={({ currentTarget }) => void again(currentTarget)}
        >
          {t('retry')}
        </Button>
      )}
      {/* Some browsers remember that a file did not arrive, and do not ask for it again. */}
      {online && (stale || isHopeless) && (
        <Button size="compact-xs" variant="default" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      )}
    </Group>
  );
}

function wordsOf({ online, stale }: { online: boolean; stale: boolean }) {
  if (!online) return 'partNotLoadedOffline';
  return stale ? 'partOutdated' : 'partNotLoaded';
}

function NoticeDialog({ notice, given: { onClose } }: { notice: ReactNode; given: Closable }) {
  const t = useWords(kitWords);
  return (
    <Modal opened onClose={onClose} title={t('errorTitle')} closeButtonProps={{ 'aria-label': t('close') }}>
      {notice}
    </Modal>
  );
}

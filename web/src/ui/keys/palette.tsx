import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { useNavigate } from '@tanstack/react-router';
import { useRecentPages } from '../page/recent.ts';
import { useAllCommands, type Command } from './commands.ts';
import { KeyName } from './key-name.tsx';
import { inPlaces, runsOf } from './places.logic.ts';

export const openPalette = (): void => spotlight.open();

/** Lists every command of the page by name, with its key (Ctrl K). */
export function Palette({ search }: { search: (words: string) => Pick<Command, 'label' | 'run'> }) {
  const t = useWords(kitWords);
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const commands = useAllCommands();
  const recent = useRecentPages();
  const field = useRef<HTMLInputElement>(null);
  const items = useMemo(() => {
    const wanted = query.trim().toLocaleLowerCase();
    const pages = recent
      .filter(({ path }) => path !== location.pathname)
      .map(({ path, title }) => ({
        id: path,
        keys: null,
        label: title,
        group: t('recent'),
        run: () => void navigate({ to: path }),
      }));
    const offered = commands
      .filter(({ keyOnly }) => !keyOnly)
      .map((command) => ({ id: `${command.label} ${command.keys}`, ...command }));
    const found = [...pages, ...offered].filter(({ label, group }) =>
      `${label} ${group}`.toLocaleLowerCase().includes(wanted),
    );
    if (wanted.length > 1) found.push({ id: 'search', keys: null, group: t('search'), ...search(query.trim()) });
    return found;
  }, [commands, recent, query, navigate, search, t]);
  return (
    <Spotlight.Root
      attributes={{ content: { 'aria-label': t('palette') } }}
      query={query}
      onQueryChange={setQuery}
      // Mantine shows the dialog in the next frame and moves the focus in a timer: keys that follow Ctrl K at once would be lost.
      transitionProps={{ duration: 0 }}
      onSpotlightOpen={() => field.current?.focus({ preventScroll: true })}
      shortcut={null}
      centered={false}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        ref={field}
        placeholder={t('palette')}
        aria-label={t('palette')}
        onKeyDown={chooseFirst}
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList>
        {items.length === 0 && <Spotlight.Empty>{t('paletteNothing')}</Spotlight.Empty>}
        <Items key={query} items={items} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Enter runs the first command as long as none is selected; Mantine runs a selected one. */
function chooseFirst({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  if (key !== 'Enter' || nativeEvent.isComposing) return;
  const dialog = currentTarget.closest('[role=dialog]');
  if (!dialog?.querySelector('[data-selected]')) dialog?.querySelector<HTMLElement>('[data-action]')?.click();
}

type Item = Pick<Command, 'keys' | 'label' | 'group' | 'run'> & { id: string };

/** Lists what it was opened with; what is loaded later comes last, so that nothing moves under the pointer. */
function Items({ items }: { items: readonly Item[] }) {
  const listed = useRef<readonly string[]>([]);
  const shown = inPlaces(items, listed.current);
  useEffect(() => {
    listed.current = [...new Set([...listed.current, ...shown.map(({ id }) => id)])];
  });
  return runsOf(shown).map((run) => (
    <Spotlight.ActionsGroup key={run.items[0]?.id} label={run.group}>
      {run.items.map(({ id, label, keys, run: choose }) => (
        <Spotlight.Action
          key={id}
          label={label}
          onClick={choose}
          rightSection={keys ? <KeyName keys={keys} /> : undefined}
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
}

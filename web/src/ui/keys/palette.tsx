import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { useAllCommands } from './commands.ts';
import { KeyName } from './key-name.tsx';

export const openPalette = (): void => spotlight.open();

/** Every command of this page by name, with its key (Ctrl K). */
export function Palette() {
  const t = useWords(kitWords);
  const [query, setQuery] = useState('');
  const commands = useAllCommands();
  const groups = useMemo(() => {
    const wanted = query.trim().toLocaleLowerCase();
    const found = commands.filter(
      ({ keyOnly, label, group }) => !keyOnly && `${label} ${group}`.toLocaleLowerCase().includes(wanted),
    );
    return [...Map.groupBy(found, ({ group }) => group)];
  }, [commands, query]);
  return (
    <Spotlight.Root query={query} onQueryChange={setQuery} shortcut={null} scrollable maxHeight={420}>
      <Spotlight.Search placeholder={t('palette')} aria-label={t('palette')} leftSection={<IconSearch size={18} />} />
      <Spotlight.ActionsList>
        {groups.length === 0 && <Spotlight.Empty>{t('paletteNothing')}</Spotlight.Empty>}
        {groups.map(([group, items]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {items.map(({ label, keys, run }) => (
              <Spotlight.Action
                key={`${label}${keys}`}
                label={label}
                onClick={run}
                rightSection={keys ? <KeyName keys={keys} /> : undefined}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

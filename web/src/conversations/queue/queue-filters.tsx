import { channels, statuses } from '@desk/contract/conversations';
import { countConversations } from '@desk/contract/queue';
import { listDestinations, listTags } from '@desk/contract/routing';
import { ActionIcon, Button, Indicator, Popover, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLoaded, useWholeList } from '../../ui/data/use-loaded.ts';
import { number } from '../../ui/i18n/format.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { leaveOnEscape } from '../../ui/keys/leave-field.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { filtersOn, queryOf, sorts, viewOf, views, type QueueSearch, type View } from './queue.logic.ts';

interface FiltersProps {
  search: QueueSearch;
  change: (changes: QueueSearch) => void;
  searchField: RefObject<HTMLInputElement | null>;
}

const viewWord = { human: 'viewHuman', ai: 'viewAi', all: 'viewAll', closed: 'viewClosed' } as const;
const sortWord = { waiting_since: 'sortWaiting', updated_at: 'sortUpdated' } as const;
const viewCount = { human: 'waiting', ai: 'ai', all: 'every', closed: 'resolved' } as const;
// The server counts no further.
const many = 1_000;

export function QueueFilters({ search, change, searchField }: FiltersProps) {
  const t = useWords(inboxWords);
  const counts = useLoaded(countConversations, {}, { live: ['conversation.updated'] });
  const drafts = counts.data?.views.approval ?? 0;
  const countOf = (view: View) => {
    const count = counts.data?.views[viewCount[view]];
    if (count === undefined) return '';
    return count < many ? number(count) : t('moreThan', { count: number(many - 1) });
  };
  return (
    <div className="queue-filters">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('views')}
        value={viewOf(search)}
        onChange={(view) => change({ view: view === 'human' ? undefined : view, status: undefined })}
        data={views.map((value) => ({
          value,
          label: (
            <span className="queue-view">
              <span>{t(viewWord[value])}</span> <span className="queue-view-count">{countOf(value)}</span>
            </span>
          ),
        }))}
      />
      <div className="queue-filters-line">
        <SearchField search={search} change={change} searchField={searchField} />
        <FilterMenu search={search} change={change} />
      </div>
      {drafts > 0 && search.needs !== 'approval' && (
        <Button size="xs" variant="light" onClick={() => change({ ...noFilters, view: undefined, needs: 'approval' })}>
          {t('draftsWait', { count: drafts })}
        </Button>
      )}
    </div>
  );
}

function SearchField({ search, change, searchField }: FiltersProps) {
  const t = useWords(inboxWords);
  const { q: searched = '' } = search;
  const [text, setText] = useState(searched);
  const applied = useRef(searched);
  const apply = useDebouncedCallback((typed: string) => {
    applied.current = typed.trim();
    change({ q: applied.current || undefined });
  }, 250);
  // Follow only changes from elsewhere: the field's own words return without the blank that the next word needs.
  useEffect(() => {
    if (applied.current === searched) return;
    applied.current = searched;
    setText(searched);
  }, [searched]);
  return (
    <TextInput
      ref={searchField}
      size="xs"
      type="search"
      flex={1}
      value={text}
      // The browser itself empties the field first.
      onKeyDown={(event) => text === '' && leaveOnEscape(event)}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        apply(currentTarget.value);
      }}
      placeholder={t('search')}
      aria-label={t('search')}
      leftSection={<IconSearch size={14} />}
    />
  );
}

function FilterMenu({ search, change }: Omit<FiltersProps, 'searchField'>) {
  const t = useWords(inboxWords);
  const k = useWords(kitWords);
  const count = filtersOn(search);
  return (
    <Indicator disabled={count === 0} label={count} size={14} inline>
      <Popover position="bottom-end" width={260} trapFocus withinPortal>
        <Popover.Target>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={count === 0 ? t('filters') : `${t('filters')}: ${t('filtersOn', { count })}`}
          >
            <IconFilter size={16} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('filters')}>
          <FilterFields search={search} change={change} />
          <Button
            mt="sm"
            fullWidth
            variant="default"
            size="xs"
            disabled={count === 0}
            onClick={() => change(noFilters)}
          >
            {k('clearFilters')}
          </Button>
        </Popover.Dropdown>
      </Popover>
    </Indicator>
  );
}

export const noFilters: QueueSearch = {
  status: undefined,
  channel: undefined,
  tag: undefined,
  destination: undefined,
  needs: undefined,
  q: undefined,
};

function FilterFields({ search, change }: Omit<FiltersProps, 'searchField'>) {
  const t = useWords(inboxWords);
  const tags = useWholeList(listTags, { query: { limit: 200 } });
  const destinations = useWholeList(listDestinations, { query: { limit: 200 } });
  const named = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }));
  // The empty fields name what applies, which is not everything in each view.
  const usual = queryOf({ ...search, status: undefined, sort: undefined });
  const select = (
    name: keyof QueueSearch & string,
    label: string,
    data: { value: string; label: string }[],
    applies: string = t('any'),
  ) => (
    <Select
      size="xs"
      clearable
      comboboxProps={{ withinPortal: false }}
      label={label}
      placeholder={applies}
      data={data}
      value={search[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined })}
    />
  );
  return (
    <Stack gap="xs">
      {viewOf(search) !== 'closed' &&
        select(
          'status',
          t('status'),
          statuses.map((value) => ({ value, label: t(`status_${value}`) })),
          usual.status && t(`status_${usual.status}`),
        )}
      {select('needs', t('needs'), [
        { value: 'approval', label: t('needsApproval') },
        { value: 'reply', label: t('needsReply') },
      ])}
      {select(
        'channel',
        t('channel'),
        channels.map((value) => ({ value, label: t(`channel_${value}`) })),
      )}
      {select('tag', t('tag'), named(tags.data))}
      {select('destination', t('destination'), named(destinations.data))}
      {select(
        'sort',
        t('sort'),
        sorts.map((value) => ({ value, label: t(sortWord[value]) })),
        t(sortWord[usual.sort]),
      )}
    </Stack>
  );
}

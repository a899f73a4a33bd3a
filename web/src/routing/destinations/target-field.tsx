import type { DestinationKind } from '@desk/contract/decisions';
import { listTargets, targetKinds, type Destination, type TargetKind } from '@desk/contract/routing';
import { Badge, Group, Select, TextInput } from '@mantine/core';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { routingWords } from '../words/routing-words.ts';

interface TargetFieldProps {
  kind: DestinationKind;
  value: string;
  onChange: (target: string) => void;
  error?: React.ReactNode;
}

const isHelpdeskKind = (kind: DestinationKind): kind is TargetKind => targetKinds.some((each) => each === kind);

/** `items` are undefined until they are those of this kind. */
function useTargets(kind: DestinationKind) {
  const isAsked = isHelpdeskKind(kind);
  const query = { kind: isAsked ? kind : ('chatdesk_team' as const), limit: 200 };
  const { data, isPlaceholderData, hasNextPage, error } = useWholeList(listTargets, { query }, { enabled: isAsked });
  const items = isPlaceholderData ? undefined : data;
  return { items, isWhole: items !== undefined && !hasNextPage, error };
}

/** Chosen from the helpdesk's current list; typed if the helpdesk cannot be reached, and for mail and webhooks. */
export function TargetField({ kind, value, onChange, error }: TargetFieldProps) {
  const t = useWords(routingWords);
  const inHelpdesk = isHelpdeskKind(kind);
  const targets = useTargets(kind);
  if (!inHelpdesk || !targets.items) {
    const hint = inHelpdesk && targets.error ? t('targetUnlisted', { detail: targets.error.detail }) : t('targetHint');
    return (
      <TextInput
        label={t('target')}
        description={hint}
        required
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
    );
  }
  const items = targets.items.map(({ id, name }) => ({ value: id, label: name ?? id }));
  const isGone = value !== '' && targets.isWhole && items.every((item) => item.value !== value);
  return (
    <Select
      label={t('target')}
      required
      searchable
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      data={isGone ? [...items, { value, label: t('targetGone', { id: value }) }] : items}
      error={isGone ? t('targetGoneHint') : error}
    />
  );
}

/** The helpdesk's current name for the target; the id if the helpdesk cannot be reached. */
export function TargetName({ destination: { kind, target } }: { destination: Destination }) {
  const t = useWords(routingWords);
  const inHelpdesk = isHelpdeskKind(kind);
  const targets = useTargets(kind);
  if (target === null) return '';
  const found = targets.items?.find(({ id }) => id === target);
  if (!inHelpdesk || !targets.isWhole || found) return found?.name ?? target;
  return (
    <Group gap="xs">
      {target}
      <Badge color="red" variant="light">
        {t('targetMissing')}
      </Badge>
    </Group>
  );
}

import { listRules, updateRule } from '@desk/contract/routing';
import type { Rule } from '@desk/contract/rules';
import { ActionIcon, Anchor, Badge, Button, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Loaded } from '../ui/data/loaded.tsx';
import { useWholeList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { Time } from '../ui/show/time.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { State } from '../ui/states/state.tsx';
import { RuleTemplateList } from './rule-template-list.tsx';
import { RoutingTabs } from './routing-tabs.tsx';
import { thenSentence, warningSentence, whenSentence, type Names } from './rule-sentence.ts';
import { useNames } from './use-names.ts';
import { routingWords } from './words/routing-words.ts';

export function RulesPage() {
  const t = useWords(routingWords);
  const rules = useWholeList(listRules, { query: { limit: 200 } }, { live: ['settings.updated'] });
  const create = (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button component={Link} to="/routing/rules/new" leftSection={<IconPlus size={16} />} disabled={disabled}>
          {t('newRule')}
        </Button>
      )}
    </Needs>
  );
  return (
    <Page title={t('rules')} intro={t('rulesIntro')} actions={create}>
      <RoutingTabs />
      <Loaded query={rules}>{(rows) => <RuleList rules={rows} />}</Loaded>
    </Page>
  );
}

function RuleList({ rules }: { rules: readonly Rule[] }) {
  const t = useWords(routingWords);
  const names = useNames();
  const [announcement, setAnnouncement] = useState('');
  const { order, reorder } = useOrder(rules, { onRefused: () => setAnnouncement('') });
  const move = (rule: Rule, to: number) => {
    reorder(order.filter(({ id }) => id !== rule.id).toSpliced(to, 0, rule));
    setAnnouncement(t('moved', { name: rule.name, position: to + 1, total: rules.length }));
  };
  return (
    <Stack>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {rules.length === 0 && (
        <State icon={<IconRoute size={36} stroke={1.5} />} title={t('noRules')}>
          {t('noRulesHint')}
        </State>
      )}
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {order.map((rule, at) => (
          <RuleRow key={rule.id} rule={rule} names={names} at={at} last={rules.length - 1} onMove={move} />
        ))}
      </Stack>
      <Paper withBorder p="sm" bg="var(--surface-quiet)">
        <Text fw={600}>{t('defaultRule')}</Text>
        <Text size="sm" c="dimmed">
          {t('defaultRuleHint')}
        </Text>
      </Paper>
      {rules.length === 0 && <RuleTemplateList />}
    </Stack>
  );
}

/**
 * The order that was chosen last, shown at once. The order is a number on each rule: a rule that moved gets a new number, with gaps in
 * between. Saves one order at a time: a rule that is moved twice in a row would otherwise conflict with its own first move.
 */
function useOrder(rules: readonly Rule[], { onRefused }: { onRefused: () => void }) {
  const cache = useQueryClient();
  const save = useSave(updateRule);
  const [wanted, want] = useState<readonly Rule[] | null>(null);
  const latest = useRef<readonly Rule[]>(null);
  const read = useRef(rules);
  useEffect(() => {
    read.current = rules;
  });
  const saving = useRef(Promise.resolve());
  const saved = useRef(new Map<string, Rule>());
  const saveOrder = async (order: readonly Rule[]) => {
    for (const [at, { id }] of order.entries()) {
      const [known, replied] = [read.current.find((rule) => rule.id === id), saved.current.get(id)];
      const rule = replied && known && replied.version > known.version ? replied : known;
      if (!rule || rule.priority === (at + 1) * 10) continue;
      const change = { params: { id }, body: { priority: (at + 1) * 10 }, ifMatch: rule.version };
      saved.current.set(id, await save.mutateAsync(change));
    }
  };
  const show = (order: readonly Rule[] | null) => {
    latest.current = order;
    want(order);
  };
  const reorder = (order: readonly Rule[]) => {
    show(order);
    saving.current = saving.current.then(async () => {
      // Replaced by a newer order, or an order before it was refused.
      if (latest.current !== order) return;
      await saveOrder(order).catch(() => {
        show(null);
        onRefused();
      });
      await cache.invalidateQueries({ queryKey: ['listRules'] });
      if (latest.current === order) show(null);
    });
  };
  // The rows keep what is read meanwhile, such as a rule that was switched off.
  const order = wanted?.flatMap(({ id }) => rules.find((rule) => rule.id === id) ?? []) ?? rules;
  return { order, reorder };
}

interface RuleRowProps {
  rule: Rule;
  names: Names;
  at: number;
  last: number;
  onMove: (rule: Rule, to: number) => void;
}

function RuleRow({ rule, names, at, last, onMove }: RuleRowProps) {
  const t = useWords(routingWords);
  const save = useSave(updateRule, { refresh: ['listRules'], done: t('saved') });
  return (
    <Paper withBorder p="sm" component="li">
      {/* On a phone the controls stand below the words, which would have half of its width beside them. */}
      <Group align="start">
        <Badge variant="default" mt={2} miw={36}>
          {at + 1}
        </Badge>
        <div style={{ flex: '1 1 13rem', minWidth: 0 }}>
          <Anchor component={Link} to={`/routing/rules/${rule.id}`} fw={600}>
            {rule.name}
          </Anchor>
          <Text size="sm">
            {whenSentence(rule, names)} <b>{thenSentence(rule, names)}</b>
          </Text>
          <Text size="xs" c="dimmed">
            {t('hits', { n: rule.hits })}
            {rule.last_hit_at && (
              <>
                , {t('lastHit')} <Time at={rule.last_hit_at} />
              </>
            )}
            {rule.stage === 'with_answer' && ` · ${t('afterAnswer')}`}
          </Text>
          {rule.warnings.map((warning) => (
            <Text key={warning.code + warning.message} size="sm" c="orange.9">
              ⚠ {warningSentence(warning)}
            </Text>
          ))}
        </div>
        <Needs role="workspace_admin">
          {(disabled) => (
            <Group gap={4} wrap="nowrap" ms="auto">
              <ActionIcon
                variant="subtle"
                aria-label={t('moveUp', { name: rule.name })}
                disabled={disabled || at === 0}
                onClick={() => onMove(rule, at - 1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                aria-label={t('moveDown', { name: rule.name })}
                disabled={disabled || at === last}
                onClick={() => onMove(rule, at + 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <Switch
                aria-label={`${t('enabled')}: ${rule.name}`}
                checked={rule.enabled}
                disabled={disabled || save.isPending}
                onChange={({ currentTarget }) =>
                  save.mutate({
                    params: { id: rule.id },
                    body: { enabled: currentTarget.checked },
                    ifMatch: rule.version,
                  })
                }
              />
            </Group>
          )}
        </Needs>
      </Group>
    </Paper>
  );
}
